import * as contract from '@gatehouse/contract/features/privacy.ts'
import { type App, mount } from '../../http/mount.ts'
import { erasePerson, createPersonData } from './privacy-service.ts'

export function mountPrivacy(app: App): void {
  mount(
    app,
    contract.exportPersonData,
    async ({ params, reply, writeAuditEntry }, ctx) => {
      const zip = await createPersonData(ctx, params.id)
      await writeAuditEntry()
      await reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="person-${params.id}.zip"`)
        .header('cache-control', 'private, no-store')
        .send(zip)
      return null
    },
    // No transaction stays open while somebody downloads.
    { ownTransaction: true },
  )
  mount(app, contract.erasePerson, ({ params }, ctx) => erasePerson(ctx, params.id))
}
