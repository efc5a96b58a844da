import { type Ctx, hint } from '../../ctx.ts'
import { hintDevices } from './device-hints.ts'
import {
  copyMembers,
  nextRevision,
  upsertBindingChanges,
  upsertGroupChanges,
  upsertMembershipChanges,
  upsertPeopleOfDevice,
  upsertPersonChanges,
  upsertRetries,
} from './people-change-store.ts'

/** A hint that names more groups than this goes to every device: NOTIFY carries 8000 bytes. */
const maxNamedGroups = 100

/**
 * Notes a change of these people in every group they are in now; devices with such a group will pull it. When
 * memberships change, call it before (they leave the old groups) and after (they join the new ones). Before a deletion,
 * call it once: the notes outlive the person. Entries of the same person and twins hear of it as well. Call it late in the transaction: it takes the sync clock.
 */
export async function notePeopleChanged(ctx: Ctx, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  const groupIds = await upsertPersonChanges(ctx.db, personIds, await nextRevision(ctx.db))
  if (groupIds.length === 0) return
  const isFew = groupIds.length <= maxNamedGroups
  await hint(ctx, { to: 'devices', what: 'people', ...(isFew ? { groupIds } : {}) })
}

/** Notes that one device is to be sent these people again. Gives how many. */
export async function noteRetry(ctx: Ctx, deviceId: string, personIds: readonly string[] | undefined): Promise<number> {
  const count = await upsertRetries(ctx.db, deviceId, personIds, await nextRevision(ctx.db))
  if (count > 0) await hintDevices(ctx, 'people', [deviceId])
  return count
}

/** Notes that one device is to be sent these people again, after it has come to understand more of them. */
export async function notePeopleOfDevice(ctx: Ctx, deviceId: string, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  await upsertPeopleOfDevice(ctx.db, deviceId, personIds, await nextRevision(ctx.db))
  await hintDevices(ctx, 'people', [deviceId])
}

/** Notes that these groups were bound to a device, or unbound from it. */
export async function noteGroupsChanged(ctx: Ctx, deviceId: string, groupIds: readonly string[]): Promise<void> {
  await upsertGroupChanges(ctx.db, deviceId, groupIds, await nextRevision(ctx.db))
  await hintDevices(ctx, 'people', [deviceId])
}

/**
 * Changes memberships of one group, and tells the devices that the group is bound to; other devices of these people see
 * no difference. `write` runs under the sync clock and gives those who joined or left.
 */
export async function changeMemberships(
  ctx: Ctx,
  groupId: string,
  write: () => Promise<readonly string[]>,
): Promise<number> {
  const revision = await nextRevision(ctx.db)
  const personIds = await write()
  if (personIds.length === 0) return 0
  await upsertMembershipChanges(ctx.db, groupId, personIds, revision)
  await hint(ctx, { to: 'devices', what: 'people', groupIds: [groupId] })
  return personIds.length
}

/** Notes that a group was bound to these devices, or unbound from them. */
export async function noteBindingsChanged(ctx: Ctx, groupId: string, deviceIds: readonly string[]): Promise<void> {
  await upsertBindingChanges(ctx.db, groupId, deviceIds, await nextRevision(ctx.db))
  await hintDevices(ctx, 'people', deviceIds)
}

/**
 * Notes that a group ends, while its members and bindings still exist: the notes outlive it. `deviceIds` are the
 * devices it is bound to. Only one row for each of them is written under the sync clock, however large the group is.
 */
export async function noteGroupEnds(ctx: Ctx, groupId: string, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  await copyMembers(ctx.db, groupId)
  await upsertBindingChanges(ctx.db, groupId, deviceIds, await nextRevision(ctx.db))
  await hintDevices(ctx, 'people', deviceIds)
}
