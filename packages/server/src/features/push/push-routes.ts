import * as contract from '@gatehouse/contract/features/push/push.ts'
import type { BlockList } from 'node:net'
import { type App, mount } from '../../http/mount.ts'
import { addBrowser, getOwn, getPush, removeBrowser, setPush } from './push-service.ts'

export function mountPush(app: App, networks: BlockList | undefined): void {
  mount(app, contract.getPushConfig, (_, ctx) => getPush(ctx))
  mount(app, contract.setPushConfig, ({ body }, ctx) => setPush(ctx, body))
  mount(app, contract.getOwnPush, (_, ctx) => getOwn(ctx))
  mount(app, contract.addPushBrowser, ({ body, request }, ctx) =>
    addBrowser(ctx, body, { userAgent: request.headers['user-agent'], networks }),
  )
  mount(app, contract.removePushBrowser, async ({ params }, ctx) => {
    await removeBrowser(ctx, params.id)
    return null
  })
}
