import type { Feature } from '../../feature.ts'
import { mountSites } from './site-routes.ts'

export const sitesFeature: Feature = {
  name: 'sites',
  mount(app) {
    mountSites(app)
  },
}
