import type { Feature } from '../../feature.ts'
import { mountLive } from './live-routes.ts'

export const liveFeature: Feature = {
  name: 'live',
  mount(app, parts) {
    mountLive(app, parts.hints)
  },
}
