import type { Feature } from '../../feature.ts'
import { mountDevices, mountDeviceSettings } from './device-routes.ts'

export const devicesFeature: Feature = {
  name: 'devices',
  mount(app, parts) {
    mountDevices(app, parts)
    mountDeviceSettings(app)
  },
}
