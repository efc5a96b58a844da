import { type Ctx, hint } from '../lib/ctx.ts'
import { nextRevision, upsertGroupChanges, upsertPersonChanges, upsertRetries } from './people-change-store.ts'

/** A hint that names more groups than this goes to every device: NOTIFY carries 8000 bytes. */
const mostNamedGroups = 100

/**
 * Notes that these people changed, in respect to every group they are in now; devices with such a group will ask. When
 * memberships change, call it before (they leave the old groups) and after (they join the new ones). Before a deletion,
 * call it once: what is noted outlives the person. Call it late in the transaction: it takes the sync clock.
 */
export async function notePeopleChanged(ctx: Ctx, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  const groupIds = await upsertPersonChanges(ctx.db, personIds, await nextRevision(ctx.db))
  if (groupIds.length === 0) return
  const isFew = groupIds.length <= mostNamedGroups
  await hint(ctx, { to: 'devices', what: 'people', ...(isFew ? { groupIds } : {}) })
}

/** Notes that one device is to be sent these people again. Gives how many. */
export async function noteRetry(ctx: Ctx, deviceId: string, personIds: readonly string[] | undefined): Promise<number> {
  const count = await upsertRetries(ctx.db, deviceId, personIds, await nextRevision(ctx.db))
  if (count > 0) await hint(ctx, { to: 'devices', what: 'people', deviceId })
  return count
}

/** Notes that these groups were bound to a device, or unbound from it. */
export async function noteGroupsChanged(ctx: Ctx, deviceId: string, groupIds: readonly string[]): Promise<void> {
  await upsertGroupChanges(ctx.db, deviceId, groupIds, await nextRevision(ctx.db))
  await hint(ctx, { to: 'devices', what: 'people', deviceId })
}
