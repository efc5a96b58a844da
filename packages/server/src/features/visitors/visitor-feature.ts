import type { Feature } from '../../feature.ts'
import { visitorJobs } from './visitor-jobs.ts'
import { mountVisitors } from './visitor-routes.ts'
import { mountPasses, mountVisits } from './visits/visit-routes.ts'

export const visitorsFeature: Feature = {
  name: 'visitors',
  mount(app, parts) {
    mountVisitors(app, parts)
    mountPasses(app)
    mountVisits(app, parts)
  },
  jobs: ({ services }) => visitorJobs(services),
}
