import type { Feature } from '../../feature.ts'
import { insideJobs } from './inside-jobs.ts'
import { mountInside } from './inside-routes.ts'

export const insideFeature: Feature = {
  name: 'inside',
  mount(app) {
    mountInside(app)
  },
  jobs: ({ services }) => insideJobs(services),
}
