import * as contract from '@gatehouse/contract/features/staff.ts'
import { type App, mount } from '../../http/mount.ts'
import { presentVisibilityOf } from '../../people/field-visibility.ts'
import { createStaffExport } from './staff-export.ts'
import { readStaffAccess } from './staff-access-reads.ts'
import { readStaffPage } from './staff-reads.ts'
import { assignGroups, changeStaff, createStaff, deleteStaff, getStaff, moveStaff, undoStaff } from './staff-service.ts'

export function mountStaff(app: App): void {
  mount(app, contract.listStaff, ({ query }, ctx) =>
    readStaffPage(ctx.db, query, presentVisibilityOf(ctx, 'staff.write')),
  )
  mount(
    app,
    contract.exportStaff,
    async ({ query, reply, writeAuditEntry }, ctx) => {
      const { name, type, stream } = await createStaffExport(ctx, query)
      await writeAuditEntry()
      await reply
        .header('content-type', type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .send(stream)
      return null
    },
    // No transaction stays open while somebody downloads.
    { ownTransaction: true },
  )
  mount(app, contract.getStaff, ({ params }, ctx) => getStaff(ctx, params.id))
  mount(app, contract.getStaffAccess, ({ params }, ctx) => readStaffAccess(ctx.db, params.id))
  mount(app, contract.createStaff, ({ body }, ctx) => createStaff(ctx, body))
  mount(app, contract.updateStaff, ({ params, body }, ctx) => changeStaff(ctx, params.id, body))
  mount(app, contract.undoStaff, ({ params, body }, ctx) => undoStaff(ctx, params.id, body.version))
  mount(app, contract.moveStaff, ({ body }, ctx) => moveStaff(ctx, body.ids, body.departmentId))
  mount(app, contract.assignStaffGroups, async ({ body }, ctx) => ({
    changed: await assignGroups(ctx, body.ids, body),
  }))
  mount(app, contract.deleteStaff, async ({ body }, ctx) => ({ deleted: await deleteStaff(ctx, body.ids) }))
}
