import type { Feature } from '../../feature.ts'
import { conversationJob } from './conversation/conversation-service.ts'
import { mountDevices, mountDeviceSettings } from './device-routes.ts'
import { facePolicyJob } from './settings/face-policy-jobs.ts'
import { mountDeviceLink } from './link/device-link-routes.ts'

export const devicesFeature: Feature = {
  name: 'devices',
  mount(app, parts) {
    mountDevices(app, parts)
    mountDeviceSettings(app)
  },
  mountDevice: mountDeviceLink,
  jobs: ({ services }) => [conversationJob(services), facePolicyJob(services)],
}
