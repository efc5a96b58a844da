import type { Feature } from '../../feature.ts'
import { createOutboundHttp } from '../../lib/outbound-http.ts'
import { mountPublicApi } from './public-api-routes.ts'
import { openPlatformJobs } from './open-platform-jobs.ts'
import { mountOpenPlatform } from './open-platform-routes.ts'
import { keepSendingWebhooks } from './send-webhooks.ts'

export const openPlatformFeature: Feature = {
  name: 'open-platform',
  async mount(app, parts) {
    mountOpenPlatform(app)
    await mountPublicApi(app, parts.hints, parts.config.OPEN_API_CALLS_PER_MINUTE)
  },
  jobs: ({ services }) => openPlatformJobs(services),
  worker({ services, disk, hints, config }) {
    // The timeout of a receiver; the event is sent again later.
    const outboundHttp = createOutboundHttp(config.WEBHOOK_NETWORKS, 5_000)
    return { name: 'webhooks', stop: keepSendingWebhooks(services, disk, hints, outboundHttp).stop }
  },
}
