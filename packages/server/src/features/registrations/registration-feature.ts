import type { Feature } from '../../feature.ts'
import { mountPortraitRequests } from './asked/portrait-request-routes.ts'
import { registrationJobs } from './registration-jobs.ts'
import { mountRegistrations } from './registration-routes.ts'

export const registrationsFeature: Feature = {
  name: 'registrations',
  mount(app) {
    mountRegistrations(app)
    mountPortraitRequests(app)
  },
  jobs: ({ services }) => registrationJobs(services),
}
