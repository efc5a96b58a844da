import type { Feature } from '../../feature.ts'
import { authJobs } from './auth-jobs.ts'
import { mountAuth } from './auth-routes.ts'

export const authFeature: Feature = {
  name: 'auth',
  mount(app, parts) {
    mountAuth(app, parts.passwordChanged)
  },
  jobs: ({ services }) => authJobs(services),
}
