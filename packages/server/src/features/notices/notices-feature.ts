import type { Feature } from '../../feature.ts'
import { mountNotices } from './notices-routes.ts'

export const noticesFeature: Feature = {
  name: 'notices',
  mount(app, { hints }) {
    mountNotices(app, hints)
  },
}
