import type { Feature } from '../../feature.ts'
import { mountLockdownLink } from './link/lockdown-link-routes.ts'
import { mountLockdowns } from './lockdown-routes.ts'

export const lockdownFeature: Feature = {
  name: 'lockdown',
  mount(app) {
    mountLockdowns(app)
  },
  mountDevice(app, { liveUpdates }) {
    mountLockdownLink(app, liveUpdates)
  },
}
