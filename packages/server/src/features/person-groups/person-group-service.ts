import { AppError } from '@gatehouse/contract/errors.ts'
import { type GroupDetail, type GroupKind, maxGroups } from '@gatehouse/contract/features/person-groups.ts'
import { deleteBindings, insertBindings } from '../../device-link/device-group-store.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { changeMemberships, noteBindingsChanged, noteGroupEnds } from '../../device-link/outbox/people-changes.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { deleteMembers, insertMembers } from '../../people/membership-store.ts'
import { lockPeople, updatePeople } from '../../people/person-store.ts'
import { queueJob } from '../../lib/queue-job.ts'
import { readGroup } from './person-group-reads.ts'
import {
  countGroups,
  deleteGroupRow,
  lockGroupShared,
  insertGroup,
  lockBoundDevices,
  lockDevices,
  lockGroup,
  lockPeopleOfDepartment,
  updateGroupName,
} from './person-group-store.ts'

/** The topics that show people of a kind. */
const topics = { staff: 'staff', visitor: 'visitors', blacklisted: 'blacklist' } as const satisfies Record<
  GroupKind,
  string
>

/** @throws AppError group.not-found when there is none of this kind */
export async function getGroup(ctx: Ctx, kind: GroupKind, id: string): Promise<GroupDetail> {
  const group = await readGroup(ctx.db, kind, id)
  if (!group) throw new AppError('group.not-found')
  return group
}

/** @throws AppError group.name-taken, group.too-many */
export async function createGroup(ctx: Ctx, kind: GroupKind, { name }: { name: string }): Promise<GroupDetail> {
  ctx.audit.item = name
  if ((await countGroups(ctx.db, kind)) >= maxGroups) throw new AppError('group.too-many', { limit: maxGroups })
  const { id } = await insertGroup(ctx.db, kind, name)
  await hint(ctx, { to: 'consoles', topic: 'groups', id })
  return getGroup(ctx, kind, id)
}

/** @throws AppError group.not-found, group.name-taken */
export async function renameGroup(
  ctx: Ctx,
  kind: GroupKind,
  id: string,
  { name }: { name: string },
): Promise<GroupDetail> {
  const group = await lockGroup(ctx.db, kind, id)
  if (!group) throw new AppError('group.not-found')
  ctx.audit.item = group.name
  ctx.audit.changes = changesBetween({ name: group.name }, { name })
  await updateGroupName(ctx.db, id, name)
  await notifyConsoles(ctx, kind, id)
  return getGroup(ctx, kind, id)
}

/** The job of this name deletes the memberships of a deleted group. */
export const clearMembershipsJob = 'clear-memberships'

/**
 * Deletes a group; its people stay. The devices it was bound to delete people without another group there. A job
 * deletes its memberships, which mean nothing without it.
 * @throws AppError group.not-found, group.is-default
 */
export async function removeGroup(ctx: Ctx, kind: GroupKind, id: string) {
  const group = await lockGroup(ctx.db, kind, id)
  if (!group) throw new AppError('group.not-found')
  ctx.audit.item = group.name
  if (group.is_default) throw new AppError('group.is-default')
  const { memberCount } = await getGroup(ctx, kind, id)
  const deviceIds = await lockBoundDevices(ctx.db, id)
  await noteConfigurationChanged(ctx, deviceIds, 'access')
  await noteGroupEnds(ctx, id, deviceIds)
  await deleteGroupRow(ctx.db, id)
  await queueJob(ctx, clearMembershipsJob, { id })
  ctx.audit.facts = { people: memberCount, devices: deviceIds.length }
  await notifyConsoles(ctx, kind, id)
  if (deviceIds.length > 0) await hint(ctx, { to: 'consoles', topic: 'devices' })
  return { memberCount, deviceCount: deviceIds.length }
}

/** Joins or ends memberships as a change of each person: neither an undo nor an open form brings former groups back. */
async function changeMembers(ctx: Ctx, groupId: string, write: () => Promise<readonly string[]>): Promise<number> {
  let changed: readonly string[] = []
  const count = await changeMemberships(ctx, groupId, async () => (changed = await write()))
  await updatePeople(ctx.db, changed, {})
  return count
}

type NewMembers = { personIds?: string[] | undefined; departmentId?: string | undefined }

/** @throws AppError group.not-found, person.not-found, department.not-found for a department without people, too */
export async function addMembers(ctx: Ctx, kind: GroupKind, id: string, { personIds, departmentId }: NewMembers) {
  // Only staff have departments.
  if (departmentId !== undefined && kind !== 'staff') throw new AppError('department.not-found')
  const wanted = [...new Set(personIds)]
  const people = departmentId
    ? await lockPeopleOfDepartment(ctx.db, departmentId)
    : (await lockPeople(ctx.db, kind, wanted)).map((person) => person.id)
  const group = await lockGroupShared(ctx.db, kind, id)
  if (!group) throw new AppError('group.not-found')
  ctx.audit.item = group.name
  if (departmentId && people.length === 0) throw new AppError('department.not-found')
  if (people.length < wanted.length) throw new AppError('person.not-found')
  const added = await changeMembers(ctx, id, () => insertMembers(ctx.db, id, people))
  ctx.audit.facts = { people: added }
  await notifyConsoles(ctx, kind, id)
  return { added }
}

/** @throws AppError group.not-found */
export async function removeMembers(ctx: Ctx, kind: GroupKind, id: string, personIds: readonly string[]) {
  await lockPeople(ctx.db, kind, personIds)
  const group = await lockGroupShared(ctx.db, kind, id)
  if (!group) throw new AppError('group.not-found')
  ctx.audit.item = group.name
  const removed = await changeMembers(ctx, id, () => deleteMembers(ctx.db, id, personIds))
  ctx.audit.facts = { people: removed }
  await notifyConsoles(ctx, kind, id)
  return { removed }
}

/** @throws AppError group.not-found, device.not-found */
export async function bindDevices(ctx: Ctx, kind: GroupKind, id: string, wanted: readonly string[]) {
  const group = await lockGroupShared(ctx.db, kind, id)
  if (!group) throw new AppError('group.not-found')
  ctx.audit.item = group.name
  const devices = await lockDevices(ctx.db, wanted)
  if (devices.length !== new Set(wanted).size) throw new AppError('device.not-found')
  const bound = await insertBindings(ctx.db, id, devices)
  await notifyBindings(ctx, kind, id, bound)
  return { bound: bound.length }
}

/** @throws AppError group.not-found */
export async function unbindDevices(ctx: Ctx, kind: GroupKind, id: string, wanted: readonly string[]) {
  const group = await lockGroupShared(ctx.db, kind, id)
  if (!group) throw new AppError('group.not-found')
  ctx.audit.item = group.name
  const unbound = await deleteBindings(ctx.db, id, await lockDevices(ctx.db, wanted))
  await notifyBindings(ctx, kind, id, unbound)
  return { unbound: unbound.length }
}

async function notifyBindings(ctx: Ctx, kind: GroupKind, id: string, deviceIds: readonly string[]): Promise<void> {
  ctx.audit.facts = { devices: deviceIds.length }
  if (deviceIds.length === 0) return
  await noteConfigurationChanged(ctx, deviceIds, 'access')
  await noteBindingsChanged(ctx, id, deviceIds)
  await notifyConsoles(ctx, kind, id)
  await hint(ctx, { to: 'consoles', topic: 'devices' })
}

const notifyConsoles = (ctx: Ctx, kind: GroupKind, id: string) =>
  hint(ctx, { to: 'consoles', topic: 'groups', id }, { to: 'consoles', topic: topics[kind] })
