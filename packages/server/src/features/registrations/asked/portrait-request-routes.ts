import * as contract from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { type App, mount } from '../../../http/mount.ts'
import { photoLimit } from '../../../http/read-image-body.ts'
import * as service from './portrait-request-service.ts'

export function mountPortraitRequests(app: App): void {
  mount(app, contract.askForPortraits, ({ body }, ctx) => service.askForPortraits(ctx, body))
  mount(app, contract.endPortraitRequest, ({ params }, ctx) => service.endRequest(ctx, params.personId))
  mount(app, contract.openPortraitRequest, ({ params }, ctx) => service.openRequest(ctx, params.token))
  mount(
    app,
    contract.uploadAskedPortrait,
    ({ image, query, params }, ctx) => service.acceptUpload(ctx, params.token, image, query.beside),
    {
      // The face engine works before anything is written.
      ownTransaction: true,
      knows: (ctx, { token }) => service.countUpload(ctx, token),
      bodyLimit: photoLimit + 16_384,
    },
  )
  mount(app, contract.sendAskedPortrait, ({ params, body }, ctx) => service.sendPortrait(ctx, params.token, body))
}
