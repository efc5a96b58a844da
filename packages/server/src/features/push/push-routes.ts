import * as contract from '@gatehouse/contract/features/push/push.ts'
import type { BlockList } from 'node:net'
import { createOutboundHttp } from '../../lib/outbound-http.ts'
import { type App, mount } from '../../http/mount.ts'
import { addBrowser, getOwn, getPush, removeBrowser, setPush, testBrowser } from './push-service.ts'

export function mountPush(app: App, networks: BlockList | undefined): void {
  const http = createOutboundHttp(networks, 5_000)
  app.fastify.addHook('onClose', () => http.close())
  mount(app, contract.getPushConfig, (_, ctx) => getPush(ctx))
  mount(app, contract.setPushConfig, ({ body }, ctx) => setPush(ctx, body))
  mount(app, contract.getOwnPush, (_, ctx) => getOwn(ctx))
  mount(app, contract.addPushBrowser, ({ body, request }, ctx) =>
    addBrowser(ctx, body, { userAgent: request.headers['user-agent'], networks }),
  )
  // Push services are far away: no transaction waits for them.
  mount(
    app,
    contract.testPushBrowser,
    async ({ params }, ctx) => {
      await testBrowser(ctx, http, params.id)
      return null
    },
    { ownTransaction: true },
  )
  mount(app, contract.removePushBrowser, async ({ params }, ctx) => {
    await removeBrowser(ctx, params.id)
    return null
  })
}
