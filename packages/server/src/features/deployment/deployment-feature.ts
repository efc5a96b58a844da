import type { Feature } from '../../feature.ts'
import { deploymentJobs } from './deployment-jobs.ts'

export const deploymentFeature: Feature = {
  name: 'deployment',
  jobs: ({ services, config }) => deploymentJobs(services, config),
}
