import type { Feature } from '../../feature.ts'
import { createOutboundHttp } from '../../lib/outbound-http.ts'
import { mountPush } from './push-routes.ts'
import { pushJob } from './send-push.ts'

export const pushFeature: Feature = {
  name: 'push',
  mount(app, { config }) {
    mountPush(app, config.WEBHOOK_NETWORKS)
  },
  queued({ services, config }) {
    return [pushJob(services, createOutboundHttp(config.WEBHOOK_NETWORKS, 5_000))]
  },
}
