import type { Feature } from '../../feature.ts'
import { privacyJobs } from './privacy-jobs.ts'
import { mountPrivacy } from './privacy-routes.ts'

export const privacyFeature: Feature = {
  name: 'privacy',
  mount(app) {
    mountPrivacy(app)
  },
  jobs: ({ services }) => privacyJobs(services),
}
