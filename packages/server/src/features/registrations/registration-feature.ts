import type { Feature } from '../../feature.ts'
import { registrationJobs } from './registration-jobs.ts'
import { mountRegistrations } from './registration-routes.ts'

export const registrationsFeature: Feature = {
  name: 'registrations',
  mount(app) {
    mountRegistrations(app)
  },
  jobs: ({ services }) => registrationJobs(services),
}
