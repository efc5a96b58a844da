import type { Feature } from '../../feature.ts'
import { mountPassLink } from './passes/link/pass-link-routes.ts'
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
  mountDevice: mountPassLink,
  jobs: ({ services }) => visitorJobs(services),
}
