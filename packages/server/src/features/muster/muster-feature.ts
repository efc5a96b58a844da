import type { Feature } from '../../feature.ts'
import { mountMusters } from './muster-routes.ts'
import { paperJobs } from './paper-jobs.ts'

export const musterFeature: Feature = {
  name: 'muster',
  mount(app) {
    mountMusters(app)
  },
  jobs: ({ services }) => paperJobs(services),
}
