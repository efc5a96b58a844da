import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type getPolicyMatrix as getRoute,
  type MatrixCell,
  type getOpenDoors as openRoute,
  type MatrixChange,
  maxAskedDoors,
  maxPreviewedDoors,
} from '@gatehouse/contract/features/policies/matrix.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { readCompany } from '../../../company/company-reads.ts'
import { type Ctx, hint } from '../../../ctx.ts'
import { deleteBindings, insertBindings } from '../../../device-link/device-group-store.ts'
import { noteConfigurationChanged } from '../../../device-link/outbox/configuration-changes.ts'
import { noteBindingsChanged } from '../../../device-link/outbox/people-changes.ts'
import { readGroups } from '../../person-groups/person-group-reads.ts'
import { readSiteNames } from '../../sites/site-reads.ts'
import { decidePassage, readAsked } from '../policy-service.ts'
import { deleteOtherPolicies, insertPolicies, lockDevices } from '../policy-store.ts'
import {
  readDeviceNames,
  readMatrixCells,
  readMatrixDoors,
  readMatrixTimetables,
  readPeopleOnlyIn,
} from './matrix-reads.ts'
import { lockGroups } from './matrix-store.ts'

export async function getMatrix(ctx: Ctx, { siteId }: Query<typeof getRoute>) {
  const { doors, total } = await readMatrixDoors(ctx.db, siteId)
  const groups = (await readGroups(ctx.db)).filter(({ kind }) => kind !== 'blacklisted')
  return {
    groups: groups.map(({ id, name, kind, isDefault, memberCount }) => ({
      id,
      name,
      kind,
      isDefault,
      people: memberCount,
    })),
    doors,
    doorTotal: total,
    sites: await readSiteNames(ctx.db),
    timetables: await readMatrixTimetables(ctx.db, await today(ctx)),
    cells: await readMatrixCells(
      ctx.db,
      doors.map(({ deviceId }) => deviceId),
    ),
  }
}

async function today(ctx: Ctx): Promise<string> {
  const { timeZone } = await readCompany(ctx.db)
  return ctx.clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

const keyOf = ({ deviceId, groupId }: { deviceId: string; groupId: string }) => `${deviceId} ${groupId}`
const unique = (ids: readonly string[]) => [...new Set(ids)]
const timetableOf = ({ becomes }: MatrixChange) => (becomes === 'always' || becomes === 'none' ? undefined : becomes)

const isSame = (cell: MatrixCell | undefined, { was }: MatrixChange) =>
  (cell?.isBound ?? false) === was.isBound &&
  (cell?.timetableIds ?? []).toSorted().join() === was.timetableIds.toSorted().join()

type Checked = Awaited<ReturnType<typeof checkChanges>>

/**
 * The cells as they are, with the names of everything in the changes.
 * @throws AppError device.not-found, group.not-found, policy.group-kind, timetable.not-found, policy.changed-meanwhile
 */
async function checkChanges(ctx: Ctx, changes: readonly MatrixChange[]) {
  const deviceIds = unique(changes.map(({ deviceId }) => deviceId))
  const groupIds = unique(changes.map(({ groupId }) => groupId))
  const groups = new Map((await readGroups(ctx.db)).map((group) => [group.id, group]))
  for (const id of groupIds) {
    const group = groups.get(id)
    if (!group) throw new AppError('group.not-found')
    if (group.kind === 'blacklisted') throw new AppError('policy.group-kind', { name: group.name })
  }
  const timetables = new Map((await readMatrixTimetables(ctx.db, await today(ctx))).map((one) => [one.id, one]))
  if (changes.map(timetableOf).some((id) => id !== undefined && !timetables.has(id)))
    throw new AppError('timetable.not-found')
  const doors = await readDeviceNames(ctx.db, deviceIds)
  if (doors.size !== deviceIds.length) throw new AppError('device.not-found')
  const cells = new Map((await readMatrixCells(ctx.db, deviceIds)).map((cell) => [keyOf(cell), cell]))
  const nameOf = ({ deviceId, groupId }: MatrixChange) =>
    `${doors.get(deviceId) ?? deviceId} – ${groups.get(groupId)?.name ?? groupId}`
  const others = changes.filter((change) => !isSame(cells.get(keyOf(change)), change))
  if (others.length > 0)
    throw new AppError('policy.changed-meanwhile', { cells: others.slice(0, 5).map(nameOf).join(', ') })
  return { deviceIds, groupIds, groups, timetables, doors, cells, nameOf }
}

/** The groups that pass a device at some time, before and after the changes. */
function groupsAt(deviceId: string, changes: readonly MatrixChange[], { cells, timetables }: Checked) {
  const opens = (ids: readonly string[]) => ids.length === 0 || ids.some((id) => !timetables.get(id)?.neverOpens)
  const before = [...cells.values()].filter(
    (cell) => cell.deviceId === deviceId && cell.isBound && opens(cell.timetableIds),
  )
  const after = new Set(before.map(({ groupId }) => groupId))
  for (const change of changes) {
    if (change.deviceId !== deviceId) continue
    const timetableId = timetableOf(change)
    if (change.becomes !== 'none' && opens(timetableId === undefined ? [] : [timetableId])) after.add(change.groupId)
    else after.delete(change.groupId)
  }
  return { before: before.map(({ groupId }) => groupId), after: [...after] }
}

/** Finds who gains and who loses a door; nothing changes. */
export async function previewMatrix(ctx: Ctx, changes: readonly MatrixChange[]) {
  const checked = await checkChanges(ctx, changes)
  ctx.audit.item = itemOf(changes, checked)
  const found = []
  for (const [id, name] of [...checked.doors].toSorted(([, a], [, b]) => (a < b ? -1 : 1))) {
    const { before, after } = groupsAt(id, changes, checked)
    const gains = await readPeopleOnlyIn(
      ctx.db,
      after.filter((group) => !before.includes(group)),
      before,
    )
    const loses = await readPeopleOnlyIn(
      ctx.db,
      before.filter((group) => !after.includes(group)),
      after,
    )
    if (gains.count + loses.count > 0) found.push({ device: { id, name }, gains, loses })
  }
  return { doors: found.slice(0, maxPreviewedDoors), doorTotal: found.length }
}

/** Saves all of them or none: a cell that is another one by now refuses the whole. */
export async function saveMatrix(ctx: Ctx, changes: readonly MatrixChange[]) {
  // Groups before devices, as everybody locks them; the cells are read once nobody else can change them.
  await lockGroups(ctx.db, unique(changes.map(({ groupId }) => groupId)))
  await lockDevices(ctx.db, unique(changes.map(({ deviceId }) => deviceId)))
  const checked = await checkChanges(ctx, changes)
  ctx.audit.item = itemOf(changes, checked)
  ctx.audit.changes = { access: accessLines(changes, checked) }
  for (const groupId of checked.groupIds) {
    const ofGroup = changes.filter((change) => change.groupId === groupId)
    const devicesOf = (isKept: boolean) =>
      ofGroup.filter(({ becomes }) => (becomes !== 'none') === isKept).map(({ deviceId }) => deviceId)
    const bound = await insertBindings(ctx.db, groupId, devicesOf(true))
    const unbound = await deleteBindings(ctx.db, groupId, devicesOf(false))
    if (bound.length + unbound.length > 0) await noteBindingsChanged(ctx, groupId, [...bound, ...unbound])
    for (const [timetableId, same] of Map.groupBy(ofGroup, timetableOf)) {
      const deviceIds = same.map(({ deviceId }) => deviceId)
      await deleteOtherPolicies(ctx.db, { deviceIds, groupId }, timetableId)
      if (timetableId !== undefined) await insertPolicies(ctx.db, deviceIds, [groupId], timetableId)
    }
  }
  await noteConfigurationChanged(ctx, checked.deviceIds, 'access')
  for (const topic of ['policies', 'timetables', 'devices', 'groups', 'staff', 'visitors'] as const)
    await hint(ctx, { to: 'consoles', topic })
  return { changed: changes.length }
}

/**
 * The doors that open for a person, each decided as one is alone: the answer is that of the terminal.
 * @throws AppError person.not-found
 */
export async function findOpenDoors(ctx: Ctx, { personId, at, siteId }: Query<typeof openRoute>) {
  const { doors } = await readMatrixDoors(ctx.db, siteId)
  const asked = doors.slice(0, maxAskedDoors)
  const person = await readAsked(ctx, personId)
  const deviceIds = []
  for (const { deviceId } of asked)
    if ((await decidePassage(ctx, person, { deviceId, at })).verdict.opens) deviceIds.push(deviceId)
  return { deviceIds, asked: asked.length }
}

const itemOf = (changes: readonly MatrixChange[], { nameOf }: Checked) => changes.slice(0, 20).map(nameOf).join(', ')

/** Each cell in words, for the operation log. */
function accessLines(changes: readonly MatrixChange[], { timetables, nameOf }: Checked) {
  const hoursOf = (isBound: boolean, ids: readonly string[]) => {
    const names = ids.map((id) => timetables.get(id)?.name ?? id).join(' + ')
    if (!isBound) return names ? `(${names})` : '–'
    return names || '24 h'
  }
  const lineOf = (change: MatrixChange, hours: string) => `${nameOf(change)}: ${hours}`
  const shown = changes.slice(0, 50)
  return {
    from: shown.map((change) => lineOf(change, hoursOf(change.was.isBound, change.was.timetableIds))),
    to: shown.map((change) => {
      const timetableId = timetableOf(change)
      return lineOf(change, hoursOf(change.becomes !== 'none', timetableId === undefined ? [] : [timetableId]))
    }),
  }
}
