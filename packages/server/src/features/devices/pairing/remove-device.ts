import { noteEnding } from '../../../db/ending-store.ts'
import { type Ctx, hint } from '../../../ctx.ts'
import { removeDoorOfDevice } from '../../sites/door-actions.ts'
import { deleteDevice } from '../../../device-link/device-store.ts'

/**
 * Unbinds a device in the caller's transaction: after the commit its secret is invalid and its connection is closed, and its records
 * stay. undefined when there was no such device.
 */
export async function removeDevice(ctx: Ctx, id: string): Promise<{ ldid: string; name: string } | undefined> {
  await removeDoorOfDevice(ctx, id)
  const removed = await deleteDevice(ctx.db, id)
  if (!removed) return undefined
  await noteEnding(ctx, 'unbound', removed.ldid)
  await hint(ctx, { to: 'servers', what: 'device-removed', id: removed.ldid }, { to: 'consoles', topic: 'devices', id })
  return removed
}
