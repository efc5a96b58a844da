import type { Feature } from '../../feature.ts'
import { visitorJobs } from './visitor-jobs.ts'
import { mountVisitors } from './visitor-routes.ts'
import { mountPasses, mountVisits } from './visits/visit-routes.ts'

export const visitorsFeature: Feature = {
  name: 'visitors',
  mount(app) {
    mountVisitors(app)
    mountPasses(app)
    mountVisits(app)
  },
  jobs: ({ services }) => visitorJobs(services),
}
