import type { Feature } from '../../feature.ts'
import { mountSavedViews } from './saved-view-routes.ts'

export const savedViewsFeature: Feature = {
  name: 'saved-views',
  mount(app) {
    mountSavedViews(app)
  },
}
