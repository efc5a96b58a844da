import { areasAround } from '@gatehouse/engine/door/area-path.ts'
import { applyPassage, type Passage, type Presence } from '@gatehouse/engine/door/presence.ts'
import { reachedFloor } from '@gatehouse/engine/door/reached-floor.ts'
import { presenceDoubts } from '@gatehouse/engine/door/vocabulary.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { z } from 'zod'
import { byServerClock, hasWrongClock } from '../../device-link/device-time.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { goneSince } from './gone-since.ts'
import { type LocationRow, upsertLocations } from './location-store.ts'
import { type DoorAtPassage, doorOf, lockPassages, type PassageFacts, readMovingRecords } from './passage-store.ts'

/** A stored record, as far as it moves a person. */
export type MovingRecord = {
  id: string
  recognisedAt: string
  receivedAt: string
  /** The time that the device said, where the record stands at its arrival instead. */
  claimedAt: string | null
  personId: string | null
  kind: number
  opened: boolean
  abnormal: string
  /** JSON. */
  reasons: string
  port: number | null
  /** As a device tells it that is at a way in as well as out: 1 in, 2 out. */
  way: number | null
}

const movingKinds: readonly number[] = [personKindCodes.staff, personKindCodes.visitor, personKindCodes.blacklisted]

/** Whether somebody known has passed. */
const isPassage = ({ personId, kind, opened }: MovingRecord) =>
  opened && personId !== null && movingKinds.includes(kind)

/**
 * Moves people into the areas behind the doors that they have passed; gives whether anybody is somewhere else now. It may be repeated: a record
 * that is known, or older than the one that moved a person last, changes nothing.
 */
export async function movePeople(
  ctx: Pick<Ctx, 'db'>,
  rows: readonly { deviceId: string; row: MovingRecord }[],
): Promise<boolean> {
  const passed = rows.filter(({ row }) => isPassage(row))
  if (passed.length === 0) return false
  return inTransaction(ctx, async (ctx) => {
    const records = passed.flatMap(({ deviceId, row: { id, personId, recognisedAt, port } }) =>
      personId === null ? [] : [{ deviceId, recordId: id, personId, at: recognisedAt, port }],
    )
    const { locations, ...facts } = await lockPassages(ctx.db, records)
    const passages = passed.flatMap(({ deviceId, row }) => {
      const found = doorOf(facts, deviceId, row.port)
      if (!found || row.personId === null) return []
      const door = inDirection(found, row.way)
      const passage = toPassage(row, door, facts)
      return passage.atMs < door.sinceMs ? [] : [{ personId: row.personId, passage }]
    })
    return applyPassages(ctx, inOrder(passages), facts, new Map(locations.map((row) => [row.person_id, row])))
  })
}

/**
 * The contact of a door has told of these records whether somebody passed: a turnstile moves people only then. Gives the records that
 * are stored already, if they moved anybody.
 */
export async function confirmPassages(
  ctx: Pick<Ctx, 'db'>,
  deviceId: string,
  told: readonly { recordId: string; at: string }[],
) {
  const records = await readKnownRecords(ctx, deviceId, told)
  return (await movePeople(ctx, records)) ? records : []
}

/** Those of these records of a device that are stored, as they are. */
export const readKnownRecords = async (
  { db }: Pick<Ctx, 'db'>,
  deviceId: string,
  told: readonly { recordId: string; at: string }[],
) => (await readMovingRecords(db, deviceId, told)).map((row) => ({ deviceId, row }))

/** A reader that leads both ways, at a device that says which way somebody went. */
function inDirection(door: DoorAtPassage, way: MovingRecord['way']): DoorAtPassage {
  if (door.direction !== 'both' || way === null) return door
  if (way !== 2) return { ...door, direction: 'entry' }
  return { ...door, direction: 'exit', leavesAreaId: door.entersAreaId, entersAreaId: door.leavesAreaId }
}

type MovingPassage = Passage & { saidMs: number; isWaiting: boolean }

const toPassage = (record: MovingRecord, door: DoorAtPassage, { told, tree }: PassageFacts): MovingPassage => {
  const { id, recognisedAt, receivedAt, claimedAt, reasons } = record
  const { doorId, kind, direction, leavesAreaId, clockOffsetMs, waitsForContact } = door
  const { isConfirmed = null, wasHeldOpen = false } = told.get(id) ?? {}
  const said = claimedAt ?? recognisedAt
  const reached = reachedFloor(door, floorsReleased(reasons), tree)
  return {
    recordId: id,
    atMs: msOf(byServerClock(said, receivedAt, clockOffsetMs)),
    saidMs: msOf(said),
    doorId,
    kind,
    direction,
    leavesAreaId,
    entersAreaId: reached.areaId,
    isConfirmed,
    wasHeldOpen: wasHeldOpen || reasons.includes('"door-held-open"'),
    doubts: [
      ...(hasWrongClock(said, receivedAt, clockOffsetMs) ? (['clock-wrong'] as const) : []),
      ...(reached.isKnown ? [] : (['floor-unknown'] as const)),
      ...(refusesToo(record) ? (['contradictory'] as const) : []),
    ],
    isWaiting: waitsForContact && isConfirmed === null,
  }
}

const msOf = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds

const releasedFloors = z.array(z.looseObject({ code: z.string(), areaIds: z.array(z.string()).optional() }))

/** The floors that an elevator released to the person; those of a record that says nothing of floors are not known. */
function floorsReleased(reasons: string): string[] {
  if (!reasons.includes('"floors-released"')) return []
  const { data = [] } = releasedFloors.safeParse(JSON.parse(reasons))
  return data.flatMap(({ code, areaIds = [] }) => (code === 'floors-released' ? areaIds : []))
}

/** A device may open for a person on the blacklist, by its settings; with any other problem it says that it refused as well. */
const refusesToo = ({ abnormal }: MovingRecord) => abnormal !== 'none' && abnormal !== 'blacklisted'

/**
 * The passages in the order in which their devices say that they were. Of a clock that is ahead all arrive at one moment: each of a person
 * stands before the next.
 */
function inOrder<T extends { personId: string; passage: MovingPassage }>(passages: readonly T[]): T[] {
  const next = new Map<string, number>()
  return passages
    .toSorted((a, b) => b.passage.atMs - a.passage.atMs || b.passage.saidMs - a.passage.saidMs)
    .map((one) => {
      const { atMs, saidMs } = one.passage
      const isMoved = atMs !== saidMs
      const before = (next.get(one.personId) ?? Infinity) - 1
      const placed = isMoved ? Math.min(atMs, before) : atMs
      next.set(one.personId, placed)
      return { ...one, passage: { ...one.passage, atMs: placed } }
    })
    .toReversed()
}

/** Gives whether anybody is somewhere else now. */
async function applyPassages(
  ctx: Pick<Ctx, 'db'>,
  passages: readonly { personId: string; passage: MovingPassage }[],
  { people, tree, dayEnds }: PassageFacts,
  known: ReadonlyMap<string, LocationRow>,
): Promise<boolean> {
  const moved = new Map<string, LocationRow>()
  for (const { personId, passage } of passages) {
    if (!people.has(personId) || passage.isWaiting) continue
    const before = moved.get(personId) ?? known.get(personId)
    const presence = before ? toPresence(before) : null
    const after = applyPassage(presence, passage, tree)
    if (after === null || after === presence) continue
    const dayEndMs = after.areaId === null ? undefined : dayEnds.get(after.areaId)
    if (dayEndMs !== undefined && after.sinceMs < dayEndMs) {
      moved.set(personId, goneSince(personId, instantOf(dayEndMs), 'day-end'))
      continue
    }
    moved.set(personId, {
      person_id: personId,
      area_id: after.areaId,
      since: instantOf(after.sinceMs),
      inside_since: insideSince(before, after, areasAround(after.areaId, tree).length > 0),
      // A doubt that is added leaves the rest as it was.
      source: before && before.record_id === after.recordId ? before.source : 'passage',
      record_id: after.recordId,
      door_id: after.doorId,
      doubts: [...after.doubts],
    })
  }
  if (moved.size > 0) await upsertLocations(ctx.db, [...moved.values()])
  return moved.size > 0
}

const toPresence = (row: LocationRow): Presence => ({
  areaId: row.area_id,
  sinceMs: Temporal.Instant.from(row.since).epochMilliseconds,
  doorId: row.door_id,
  recordId: row.record_id,
  doubts: presenceDoubts.filter((doubt) => row.doubts.includes(doubt)),
})

const instantOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()

/** Since when they have been inside at all: kept while they go from area to area. */
function insideSince(before: LocationRow | undefined, { sinceMs }: Presence, isInside: boolean): string | null {
  if (!isInside) return null
  return before?.area_id ? before.inside_since : instantOf(sinceMs)
}
