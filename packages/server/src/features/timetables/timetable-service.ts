import { AppError } from '@gatehouse/contract/errors.ts'
import type { Timetable, TimetableInput } from '@gatehouse/contract/features/timetables.ts'
import {
  type LimitedDevice,
  type listTimetableLimits,
  maxLimitedDevices,
} from '@gatehouse/contract/features/timetables/limits.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { capabilitiesOf } from '../../drivers/makes.ts'
import { readDeviceFacts } from '../devices/device-reads.ts'
import { selectAreasOfTimetable } from '../door-rules/area-rule-reads.ts'
import { selectDoorsOfTimetable } from '../door-rules/door-rule-reads.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { firstNames } from '../../lib/first-names.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { readTimetable, readTimetablesAt, selectDevicesOfTimetable } from './timetable-reads.ts'
import { deleteTimetableRow, insertTimetable, lockTimetable, replaceTimetable } from './timetable-store.ts'

/** @throws AppError timetable.not-found */
export async function getTimetable(ctx: Ctx, id: string): Promise<Timetable> {
  const timetable = await readTimetable(ctx.db, id)
  if (!timetable) throw new AppError('timetable.not-found')
  return timetable
}

/** The devices that decide by themselves, of those that use the timetable or are named, with what they can hold. */
export async function listLimits(
  { db }: Ctx,
  { timetableId, deviceIds, groupIds, replaces = false, policyId }: Query<typeof listTimetableLimits>,
): Promise<LimitedDevice[]> {
  const using = timetableId === undefined ? [] : await selectDevicesOfTimetable(db, timetableId)
  const ids = [...new Set([...using, ...(deviceIds?.split(',') ?? [])])]
  const devices = ids.length === 0 ? [] : await readDeviceFacts(db, ids)
  const limited = devices
    .flatMap(({ id, name, ...facts }) => {
      const { timetables: limits, ignoresHours } = capabilitiesOf(facts)
      return limits === null ? [] : [{ device: { id, name }, limits, others: [], isOpenToSome: false, ignoresHours }]
    })
    .slice(0, maxLimitedDevices)
  const forAll = limited.filter(({ limits }) => limits.holidaysForAll).map(({ device }) => device.id)
  const around = await readTimetablesAt(db, forAll, {
    except: timetableId,
    groupIds: groupIds?.split(',') ?? [],
    replaces,
    policyId,
  })
  return limited.map((one) => ({ ...one, ...around.get(one.device.id) }))
}

/** @throws AppError timetable.name-taken */
export async function createTimetable(ctx: Ctx, input: TimetableInput): Promise<Timetable> {
  ctx.audit.item = input.name
  const { id } = await insertTimetable(ctx.db, input)
  await hint(ctx, { to: 'consoles', topic: 'timetables', id })
  return getTimetable(ctx, id)
}

/** @throws AppError timetable.not-found, timetable.changed-meanwhile, timetable.name-taken */
export async function changeTimetable(
  ctx: Ctx,
  id: string,
  { version, ...input }: TimetableInput & { version?: number | undefined },
): Promise<Timetable> {
  const row = await lockTimetable(ctx.db, id)
  if (!row) throw new AppError('timetable.not-found')
  ctx.audit.item = row.name
  if (version !== undefined && version !== row.version) throw new AppError('timetable.changed-meanwhile')
  const before = await getTimetable(ctx, id)
  await replaceTimetable(ctx.db, id, input, ctx.clock.now().toString())
  await noteConfigurationChanged(ctx, await selectDevicesOfTimetable(ctx.db, id), 'access')
  await hint(ctx, { to: 'consoles', topic: 'timetables', id })
  const after = await getTimetable(ctx, id)
  ctx.audit.changes = changesBetween(before, after)
  return after
}

/** The number of users that a refusal names; it also gives their total. */
const maxNamed = 3

const usersOf = (users: readonly { name: string }[]) => ({
  count: users.length,
  names: firstNames(users, maxNamed),
})

/** @throws AppError timetable.not-found, timetable.in-use, timetable.used-by-doors, timetable.used-by-areas with its users */
export async function removeTimetable(ctx: Ctx, id: string): Promise<void> {
  const timetable = await lockTimetable(ctx.db, id)
  if (!timetable) throw new AppError('timetable.not-found')
  ctx.audit.item = timetable.name
  const { policyCount, uses } = await getTimetable(ctx, id)
  if (policyCount > 0) {
    const users = uses.map(({ device, group }) => ({ name: `${device.name} – ${group.name}` }))
    throw new AppError('timetable.in-use', { count: policyCount, names: firstNames(users, maxNamed, policyCount) })
  }
  const doors = await selectDoorsOfTimetable(ctx.db, id)
  if (doors.length > 0) throw new AppError('timetable.used-by-doors', usersOf(doors))
  const areas = await selectAreasOfTimetable(ctx.db, id)
  if (areas.length > 0) throw new AppError('timetable.used-by-areas', usersOf(areas))
  await deleteTimetableRow(ctx.db, id)
  await hint(ctx, { to: 'consoles', topic: 'timetables', id })
}
