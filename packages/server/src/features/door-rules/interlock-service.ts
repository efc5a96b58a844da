import { AppError } from '@gatehouse/contract/errors.ts'
import type { Interlock, InterlockInput } from '@gatehouse/contract/features/door-rules/interlocks.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { selectDevicesOfDoors } from './door-rule-reads.ts'
import { readInterlock } from './interlock-reads.ts'
import {
  deleteInterlockRow,
  insertInterlock,
  lockDoorsShared,
  lockInterlock,
  replaceInterlockDoors,
  updateInterlockRow,
} from './interlock-store.ts'

async function getInterlock(ctx: Ctx, id: string): Promise<Interlock> {
  const interlock = await readInterlock(ctx.db, id)
  if (!interlock) throw new AppError('interlock.not-found')
  return interlock
}

/** @throws AppError door.not-found, interlock.door-without-contact */
async function requireContacts(ctx: Ctx, doorIds: readonly string[]): Promise<void> {
  const doors = await lockDoorsShared(ctx.db, doorIds)
  if (doors.length < doorIds.length) throw new AppError('door.not-found')
  const blind = doors.filter(({ has_contact }) => !has_contact).map(({ name }) => name)
  if (blind.length > 0) throw new AppError('interlock.door-without-contact', { doors: blind.toSorted().join(', ') })
}

async function notifyDoors(ctx: Ctx, doorIds: readonly string[]): Promise<void> {
  await noteConfigurationChanged(ctx, await selectDevicesOfDoors(ctx.db, [...new Set(doorIds)]), 'access')
  await hint(ctx, { to: 'consoles', topic: 'sites' })
}

/** @throws AppError door.not-found, interlock.name-taken, interlock.door-without-contact */
export async function createInterlock(ctx: Ctx, input: InterlockInput): Promise<Interlock> {
  ctx.audit.item = input.name
  await requireContacts(ctx, input.doorIds)
  const { id } = await insertInterlock(ctx.db, input, ctx.clock.now().toString())
  await replaceInterlockDoors(ctx.db, id, input.doorIds)
  await notifyDoors(ctx, input.doorIds)
  return getInterlock(ctx, id)
}

/** @throws AppError interlock.not-found, and those of `createInterlock` */
export async function changeInterlock(ctx: Ctx, id: string, input: InterlockInput): Promise<Interlock> {
  const row = await lockInterlock(ctx.db, id)
  if (!row) throw new AppError('interlock.not-found')
  ctx.audit.item = row.name
  await requireContacts(ctx, input.doorIds)
  const before = await getInterlock(ctx, id)
  await updateInterlockRow(ctx.db, id, input)
  await replaceInterlockDoors(ctx.db, id, input.doorIds)
  await notifyDoors(ctx, [...before.doors.map((door) => door.id), ...input.doorIds])
  const after = await getInterlock(ctx, id)
  ctx.audit.changes = changesBetween(before, after, ['doorsWithoutContact', 'unableDevices'])
  return after
}

/** @throws AppError interlock.not-found */
export async function removeInterlock(ctx: Ctx, id: string): Promise<void> {
  const row = await lockInterlock(ctx.db, id)
  if (!row) throw new AppError('interlock.not-found')
  ctx.audit.item = row.name
  const { doors } = await getInterlock(ctx, id)
  await deleteInterlockRow(ctx.db, id)
  await notifyDoors(
    ctx,
    doors.map((door) => door.id),
  )
}
