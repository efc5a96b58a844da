import type { Feature } from '../../feature.ts'
import { mountStaff } from './staff-routes.ts'

export const staffFeature: Feature = {
  name: 'staff',
  mount(app) {
    mountStaff(app)
  },
}
