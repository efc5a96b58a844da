import type { Feature } from '../../feature.ts'
import { openIdJobs } from './openid-jobs.ts'
import { mountOpenId } from './openid-routes.ts'

export const openidFeature: Feature = {
  name: 'openid',
  mount(app, parts) {
    mountOpenId(app, parts.openId)
  },
  jobs: ({ services }) => openIdJobs(services),
}
