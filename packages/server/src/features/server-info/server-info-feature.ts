import type { Feature } from '../../feature.ts'
import { mountServerInfo } from './server-info-routes.ts'

export const serverInfoFeature: Feature = {
  name: 'server-info',
  mount(app, parts) {
    mountServerInfo(app, () => parts.licence.current()?.edition ?? 'enterprise')
  },
}
