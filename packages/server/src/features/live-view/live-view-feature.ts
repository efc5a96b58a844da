import type { Feature } from '../../feature.ts'
import { mountLiveView } from './live-view-routes.ts'

export const liveViewFeature: Feature = {
  name: 'live-view',
  mount(app) {
    mountLiveView(app)
  },
}
