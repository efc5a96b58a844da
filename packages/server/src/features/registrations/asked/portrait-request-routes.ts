import * as contract from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { type App, mount } from '../../../http/mount.ts'
import { photoLimit } from '../../../http/read-image-body.ts'
import { acceptSentPortrait } from '../../../people/portraits/sent-portrait-actions.ts'
import * as service from './portrait-request-service.ts'

export function mountPortraitRequests(app: App): void {
  mount(app, contract.askForPortraits, ({ body }, ctx) => service.askForPortraits(ctx, body))
  mount(app, contract.endPortraitRequest, ({ params }, ctx) => service.endRequest(ctx, params.personId))
  mount(app, contract.openPortraitRequest, ({ params }, ctx) => service.openRequest(ctx, params.token))
  mount(
    app,
    contract.uploadAskedPortrait,
    ({ image, query }, ctx) => acceptSentPortrait(ctx, image, 'registration', query.beside),
    {
      // The face engine works before anything is written.
      ownTransaction: true,
      knows: (ctx, { token }) => service.requireAsked(ctx, token),
      counts: {
        add: (ctx, { token }) => service.countUpload(ctx, token),
        takeBack: (ctx, { token }) => service.takeUploadBack(ctx, token),
      },
      bodyLimit: photoLimit + 16_384,
    },
  )
  mount(app, contract.sendAskedPortrait, ({ params, body }, ctx) => service.sendPortrait(ctx, params.token, body))
}
