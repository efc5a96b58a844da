import type { Feature } from '../../feature.ts'
import { mountOperationLog } from './operation-log-routes.ts'

export const operationLogFeature: Feature = {
  name: 'operation-log',
  mount(app) {
    mountOperationLog(app)
  },
}
