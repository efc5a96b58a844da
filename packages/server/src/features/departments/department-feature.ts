import type { Feature } from '../../feature.ts'
import { mountDepartments } from './department-routes.ts'

export const departmentsFeature: Feature = {
  name: 'departments',
  mount(app) {
    mountDepartments(app)
  },
}
