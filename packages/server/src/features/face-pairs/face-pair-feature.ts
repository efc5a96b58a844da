import type { Feature } from '../../feature.ts'
import { facePairJobs } from './face-pair-jobs.ts'
import { mountFacePairs } from './face-pair-routes.ts'

export const facePairsFeature: Feature = {
  name: 'face-pairs',
  mount(app) {
    mountFacePairs(app)
  },
  jobs: ({ services }) => facePairJobs(services),
}
