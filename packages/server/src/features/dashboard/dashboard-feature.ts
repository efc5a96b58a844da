import type { Feature } from '../../feature.ts'
import { mountDashboard } from './dashboard-routes.ts'

export const dashboardFeature: Feature = {
  name: 'dashboard',
  mount(app, parts) {
    mountDashboard(app, parts.hints, { measureDisk: parts.measureDisk, licence: () => parts.licence.cover() })
  },
}
