import type { Feature } from '../../feature.ts'
import { mountOpenApi } from './open-api-routes.ts'
import { openPlatformJobs } from './open-platform-jobs.ts'
import { mountOpenPlatform } from './open-platform-routes.ts'

export const openPlatformFeature: Feature = {
  name: 'open-platform',
  async mount(app, parts) {
    mountOpenPlatform(app)
    await mountOpenApi(app, parts.hints, parts.config.OPEN_API_CALLS_PER_MINUTE)
  },
  jobs: ({ services }) => openPlatformJobs(services),
}
