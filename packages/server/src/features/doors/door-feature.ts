import type { Feature } from '../../feature.ts'
import { doorJobs } from './door-jobs.ts'
import { mountDoors } from './door-routes.ts'
import { mountDoorLink } from './link/door-link-routes.ts'

export const doorsFeature: Feature = {
  name: 'doors',
  mount(app) {
    mountDoors(app)
  },
  mountDevice(app, { liveUpdates }) {
    mountDoorLink(app, liveUpdates)
  },
  jobs: ({ services }) => doorJobs(services),
}
