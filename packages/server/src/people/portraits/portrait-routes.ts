import * as contract from '@gatehouse/contract/features/people/person-portraits.ts'
import { uploadDisplayPortrait, uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { type App, mount } from '../../http/mount.ts'
import { photoLimit } from '../../http/read-image-body.ts'
import { acceptDisplayPortrait } from './accept-portrait-actions.ts'
import { addPortrait, choosePortrait, listPortraits, removePortraits } from './person-portrait-service.ts'
import { acceptSentPortrait } from './sent-portrait-actions.ts'

const options = {
  // The face engine works before anything is written.
  ownTransaction: true,
  // Room for the multipart frame around the picture; the picture itself is held to its own limit.
  bodyLimit: photoLimit + 16_384,
} as const

export function mountPortraits(app: App): void {
  mount(app, uploadPortrait, ({ image, query }, ctx) => acceptSentPortrait(ctx, image, 'form', query.beside), options)
  mount(app, uploadDisplayPortrait, ({ image }, ctx) => acceptDisplayPortrait(ctx, image), options)
  mount(app, contract.listPersonPortraits, ({ params }, ctx) => listPortraits(ctx, params.id))
  mount(app, contract.addPersonPortrait, ({ params, body }, ctx) => addPortrait(ctx, params.id, body))
  mount(app, contract.choosePersonPortrait, ({ params, body }, ctx) => choosePortrait(ctx, params.id, body.portraitId))
  mount(app, contract.removePersonPortraits, ({ params, body }, ctx) => removePortraits(ctx, params.id, body))
}
