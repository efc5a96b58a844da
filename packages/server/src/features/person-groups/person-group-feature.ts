import type { Feature } from '../../feature.ts'
import { clearMemberships, personGroupJobs } from './person-group-jobs.ts'
import { mountPersonGroups } from './person-group-routes.ts'

export const personGroupsFeature: Feature = {
  name: 'person-groups',
  mount(app) {
    mountPersonGroups(app)
  },
  jobs: ({ services }) => personGroupJobs(services),
  queued: ({ services }) => [clearMemberships(services)],
}
