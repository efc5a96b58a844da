import type { Feature } from '../../feature.ts'
import { mountMusters } from './muster-routes.ts'

export const musterFeature: Feature = {
  name: 'muster',
  mount(app) {
    mountMusters(app)
  },
}
