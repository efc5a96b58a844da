import { areasAround } from '@gatehouse/engine/door/area-path.ts'
import { applyPassage, type Passage, type Presence } from '@gatehouse/engine/door/presence.ts'
import { presenceDoubts } from '@gatehouse/engine/door/vocabulary.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Ctx, hint, inTransaction } from '../../ctx.ts'
import { type DoorOfDevice, readAreaTree, readDayEnds, readDoorsOfDevices } from './door-reads.ts'
import { goneSince } from './gone-since.ts'
import { type LocationRow, lockLocations, lockPeopleShared, upsertLocations } from './location-store.ts'

/** A stored record, as far as it moves a person. */
export type MovingRecord = {
  id: string
  recognisedAt: string
  personId: string | null
  kind: number
  opened: boolean
  /** JSON. */
  reasons: string
}

const movingKinds: readonly number[] = [personKindCodes.staff, personKindCodes.visitor, personKindCodes.blacklisted]

/** Whether somebody known has passed. */
const isPassage = ({ personId, kind, opened }: MovingRecord) =>
  opened && personId !== null && movingKinds.includes(kind)

/**
 * Moves people into the areas behind the doors that they have passed. It may be repeated: a record that is known, or older than the
 * one that moved a person last, changes nothing.
 */
export async function movePeople(
  ctx: Pick<Ctx, 'db'>,
  rows: readonly { deviceId: string; row: MovingRecord }[],
): Promise<void> {
  const passed = rows.filter(({ row }) => isPassage(row))
  if (passed.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    const doors = await readDoorsOfDevices(ctx.db, [...new Set(passed.map(({ deviceId }) => deviceId))])
    const doorOf = new Map(doors.map((door) => [door.deviceId, door]))
    const passages = passed.flatMap(({ deviceId, row }) => {
      const door = doorOf.get(deviceId)
      return door && row.personId ? [{ personId: row.personId, passage: toPassage(row, door) }] : []
    })
    const hasMoved = await applyPassages(ctx, passages)
    if (hasMoved) await hint(ctx, { to: 'consoles', topic: 'inside' })
  })
}

const toPassage = (
  { id, recognisedAt, reasons }: MovingRecord,
  { doorId, kind, direction, leavesAreaId, entersAreaId }: DoorOfDevice,
): Passage => ({
  recordId: id,
  atMs: Temporal.Instant.from(recognisedAt).epochMilliseconds,
  doorId,
  kind,
  direction,
  leavesAreaId,
  entersAreaId,
  // Terminals do not tell yet whether the contact of a door has said that somebody passed.
  isConfirmed: null,
  wasHeldOpen: reasons.includes('"door-held-open"'),
})

/** Gives whether anybody is somewhere else now. */
async function applyPassages(
  ctx: Pick<Ctx, 'db'>,
  passages: readonly { personId: string; passage: Passage }[],
): Promise<boolean> {
  const ids = [...new Set(passages.map(({ personId }) => personId))].toSorted()
  if (ids.length === 0) return false
  const people = new Set((await lockPeopleShared(ctx.db, ids)).map(({ id }) => id))
  const known = new Map((await lockLocations(ctx.db, ids)).map((row) => [row.person_id, row]))
  const tree = await readAreaTree(ctx.db)
  const dayEnds = await readDayEnds(ctx.db)
  const moved = new Map<string, LocationRow>()
  for (const { personId, passage } of passages.toSorted((a, b) => a.passage.atMs - b.passage.atMs)) {
    if (!people.has(personId)) continue
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
      source: 'passage',
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
