import * as contract from '@gatehouse/contract/features/registrations.ts'
import { type App, mount } from '../../http/mount.ts'
import { photoLimit } from '../../http/read-image-body.ts'
import { acceptSentPortrait } from '../../people/portraits/sent-portrait-actions.ts'
import { readRegistrations } from './registration-reads.ts'
import { visibilityOf } from '../../people/field-visibility.ts'
import * as service from './registration-service.ts'

export function mountRegistrations(app: App): void {
  mount(app, contract.listRegistrations, ({ query }, ctx) =>
    readRegistrations(ctx.db, query, visibilityOf(ctx, 'staff.write')),
  )
  mount(app, contract.getRegistration, ({ params }, ctx) => service.getRegistration(ctx, params.id))
  // Each is decided in a transaction of its own.
  const ownTransaction = true
  mount(app, contract.approveRegistrations, ({ body }, ctx) => service.approve(ctx, body), {
    ownTransaction,
  })
  mount(app, contract.rejectRegistrations, ({ body }, ctx) => service.reject(ctx, body.ids, body.reason), {
    ownTransaction,
  })
  mount(app, contract.getRegistrationCode, (_, ctx) => service.readCode(ctx))
  mount(app, contract.renewRegistrationCode, (_, ctx) => service.renewCode(ctx))
  mount(app, contract.switchRegistrationCode, ({ body }, ctx) => service.switchCode(ctx, body.isEnabled))

  mount(app, contract.openRegistration, ({ params }, ctx) => service.getForm(ctx, params.token))
  mount(app, contract.findRegistrationDepartments, ({ params, query }, ctx) =>
    service.findDepartments(ctx, params.token, query.keyword),
  )
  mount(
    app,
    contract.uploadOwnPortrait,
    ({ image, query }, ctx) => acceptSentPortrait(ctx, image, 'registration', query.beside),
    {
      ownTransaction,
      knows: (ctx, { token }) => service.requireToken(ctx, token),
      bodyLimit: photoLimit + 16_384,
    },
  )
  mount(app, contract.register, ({ params, body }, ctx) => service.register(ctx, params.token, body))
  mount(app, contract.lookUpRegistration, ({ params }, ctx) => service.lookUp(ctx, params.lookup))
}
