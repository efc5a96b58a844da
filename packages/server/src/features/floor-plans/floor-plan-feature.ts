import type { Feature } from '../../feature.ts'
import { mountFloorPlans } from './floor-plan-routes.ts'

export const floorPlansFeature: Feature = {
  name: 'floor-plans',
  mount(app) {
    mountFloorPlans(app)
  },
}
