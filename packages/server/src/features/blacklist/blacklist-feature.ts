import type { Feature } from '../../feature.ts'
import { mountBlacklist } from './blacklist-routes.ts'

export const blacklistFeature: Feature = {
  name: 'blacklist',
  mount(app) {
    mountBlacklist(app)
  },
}
