import { randomUUID } from 'node:crypto'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type Ctx, hint, inTransaction, nameOfActor } from '../../ctx.ts'
import { byServerClock } from '../../device-link/device-time.ts'
import { insertOperation } from '../../http/operation-log-store.ts'
import { markPeople, noteChange } from './mark-people.ts'
import { findRunning, selectRunning } from './muster-reads.ts'
import {
  type EventRow,
  insertEvents,
  insertPeople,
  lockMuster,
  type MusterRow,
  type PersonRow,
  selectPeopleOf,
  updatePeople,
} from './muster-store.ts'
import { type Located, readPointOfDevice, selectLocations, selectSitesOfDevice } from './place-reads.ts'
import { readSettings } from './setting-store.ts'
import { addMissed, beginMuster, isLatecomer, rowsOf } from './start-muster.ts'

type Parts = Pick<Ctx, 'db' | 'clock'>

/** A stored record, as far as it tells that somebody was seen. */
type SeenRecord = { id: string; recognisedAt: string; receivedAt: string; personId: string | null; kind: number }
type Seen = { deviceId: string; row: SeenRecord & { personId: string } }

const knownKinds: readonly number[] = [personKindCodes.staff, personKindCodes.visitor, personKindCodes.blacklisted]

export const isMusterRunning = async ({ db }: Pick<Ctx, 'db'>, siteId: string): Promise<boolean> =>
  (await findRunning(db, siteId)) !== undefined

/**
 * Follows passages in the musters that are running, after they have moved people: where everybody was last, who comes in late, and who is
 * safe because a reader of a muster point has recognised them, whether or not a door opened. It may be repeated.
 */
export async function followPassages(
  ctx: Parts,
  records: readonly { deviceId: string; row: SeenRecord }[],
): Promise<void> {
  const seen = records.filter(
    (record): record is Seen => record.row.personId !== null && knownKinds.includes(record.row.kind),
  )
  if (seen.length === 0) return
  for (const { id } of await selectRunning(ctx.db)) await inTransaction(ctx, (ctx) => followIn(ctx, id, seen))
}

/** Follows people whose location was set by hand, in the transaction that does it: they are on the list where they are said to be. */
export async function followPeople(ctx: Parts, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  for (const { id } of await selectRunning(ctx.db)) {
    const muster = await lockMuster(ctx.db, id)
    if (!muster?.site_id || muster.ended_at !== null) continue
    const hasMoved = await followLocations(ctx, muster, muster.site_id, personIds)
    if (hasMoved) await hint(ctx, { to: 'consoles', topic: 'musters', id })
  }
}

async function followIn(ctx: Parts, musterId: string, seen: readonly Seen[]): Promise<void> {
  const muster = await lockMuster(ctx.db, musterId)
  if (!muster?.site_id || muster.ended_at !== null) return
  const personIds = [...new Set(seen.map(({ row }) => row.personId))].toSorted()
  const hasMoved = await followLocations(ctx, muster, muster.site_id, personIds)
  const hasMarked = await markSeen(ctx, hasMoved ? { ...muster, revision: muster.revision + 1 } : muster, seen)
  if (hasMoved || hasMarked) await hint(ctx, { to: 'consoles', topic: 'musters', id: musterId })
}

/** Moves these people on the list to where they are now; those who are in the site and not on the list come to it. */
async function followLocations(
  ctx: Parts,
  muster: MusterRow,
  siteId: string,
  personIds: readonly string[],
): Promise<boolean> {
  const locations = await selectLocations(ctx.db, personIds)
  const listed = new Map((await selectPeopleOf(ctx.db, muster.id, personIds)).map((row) => [row.person_id, row]))
  const moved = locations.flatMap((location) => {
    const row = listed.get(location.person_id)
    return row && !isThere(row, location) ? [{ ...row, ...placeOf(location), revision: muster.revision + 1 }] : []
  })
  const { addsLatecomers } = await readSettings(ctx.db, siteId)
  const added = locations.filter(
    (location) =>
      location.site_id === siteId &&
      !listed.has(location.person_id) &&
      (addsLatecomers || !isLatecomer(muster, location)),
  )
  if (moved.length === 0 && added.length === 0) return false
  await updatePeople(ctx.db, moved)
  if (added.length > 0) {
    await insertPeople(ctx.db, await rowsOf(ctx, muster, siteId, added))
    await noteLatecomers(ctx, muster, added)
  }
  await noteChange(ctx, muster)
  return true
}

const placeOf = ({ area_id, area_name, door_id, door_name, since, doubts }: Located) => ({
  area_id,
  area_name,
  door_id,
  door_name,
  since,
  doubts,
})

const isThere = (row: PersonRow, location: Located) =>
  row.area_id === location.area_id && row.door_id === location.door_id && row.since === location.since

async function noteLatecomers(ctx: Parts, muster: MusterRow, added: readonly Located[]): Promise<void> {
  const now = ctx.clock.now().toString()
  const rows = await selectPeopleOf(
    ctx.db,
    muster.id,
    added.map(({ person_id }) => person_id),
  )
  await insertEvents(
    ctx.db,
    rows.map((row): EventRow => {
      const common = { muster_id: muster.id, id: randomUUID(), received_at: now, muster_person_id: row.id }
      return { ...common, kind: 'latecomer', at: row.since, by: row.door_name ?? '' }
    }),
  )
}

/** A person who was recognised at a reader of a muster point since the muster began is safe there. */
async function markSeen(ctx: Parts, muster: MusterRow, seen: readonly Seen[]): Promise<boolean> {
  const deviceIds = [...new Set(seen.map(({ deviceId }) => deviceId))]
  const points = await readPointOfDevice(ctx.db, muster.site_id ?? '', deviceIds)
  const there = seen.flatMap(({ deviceId, row }) => {
    const point = points.get(deviceId)
    const since = point && byServerClock(row.recognisedAt, row.receivedAt, point.clockOffsetMs)
    return since !== undefined && isLatecomer(muster, { since }) ? [{ deviceId, row, since }] : []
  })
  if (there.length === 0) return false
  const personIds = [...new Set(there.map(({ row }) => row.personId))]
  const listed = new Map((await selectPeopleOf(ctx.db, muster.id, personIds)).map((row) => [row.person_id, row]))
  let revision = muster.revision
  for (const [deviceId, { id, name, device }] of points) {
    const marks = there.flatMap(({ deviceId: at, row, since }) => {
      const person = at === deviceId ? listed.get(row.personId) : undefined
      const instant = Temporal.Instant.from(since)
      return person ? [{ id: row.id, personId: person.id, state: 'safe' as const, at: instant }] : []
    })
    if (marks.length === 0) continue
    const marker = { how: 'reader' as const, by: device, point: { id, name } }
    const outcomes = await markPeople(ctx, { ...muster, revision }, marks, marker)
    if ([...outcomes.values()].includes('taken')) revision += 1
  }
  return true
}

/**
 * Starts a muster of the sites where this device has a door, if their settings say so, in the transaction that stores its fire input. Gives
 * those that began, for `lookAgain`.
 */
export async function startByFire(ctx: Ctx, deviceId: string): Promise<string[]> {
  const begun: string[] = []
  for (const site of await selectSitesOfDevice(ctx.db, deviceId)) {
    const { startsByFire } = await readSettings(ctx.db, site.id)
    if (!startsByFire || (await findRunning(ctx.db, site.id))) continue
    const by = nameOfActor(ctx)
    const id = await unlessRunning(
      beginMuster(ctx, { siteId: site.id, isDrill: false, note: null, how: 'fire-input', by }),
    )
    if (id === undefined) continue
    begun.push(id)
    await insertOperation(ctx.db, {
      actor: ctx.actor,
      module: 'muster',
      event: 'start',
      side: 'device',
      address: ctx.address,
      requestId: '',
      note: { item: site.name },
    })
  }
  return begun
}

/** Somebody else may begin one at the same moment. */
async function unlessRunning<T>(beginning: Promise<T>): Promise<T | undefined> {
  try {
    return await beginning
  } catch (error) {
    if (error instanceof AppError && error.code === 'muster.running') return undefined
    throw error
  }
}

/** After the transaction in which they began. */
export async function lookAgain(ctx: Parts, musterIds: readonly string[]): Promise<void> {
  for (const id of musterIds) await inTransaction(ctx, (ctx) => addMissed(ctx, id))
}
