import type { MarkSource, markOutcomes, MusterState } from '@gatehouse/contract/features/muster.ts'
import type { Ctx } from '../../ctx.ts'
import {
  type EventRow,
  findClearedAt,
  insertEvents,
  type MusterRow,
  type PersonRow,
  selectMarks,
  selectPeople,
  updateMuster,
  updatePeople,
} from './muster-store.ts'
import type { Point } from './place-reads.ts'

export type MarkOutcome = (typeof markOutcomes)[number]

/** One mark, as somebody has made it. */
export type Mark = {
  /** Of its line in the history: the same one counts once. */
  id: string
  /** The id of the person in the muster. */
  personId: string
  state: MusterState
  at: Temporal.Instant
}

export type Marker = { how: MarkSource; by: string; point: Point | null; linkId?: string }

/** A mark was made during the muster, whatever a clock says. */
export function withinMuster({ started_at }: MusterRow, at: Temporal.Instant, now: Temporal.Instant): string {
  const earliest = Temporal.Instant.from(started_at)
  const known = Temporal.Instant.compare(at, now) > 0 ? now : at
  return (Temporal.Instant.compare(known, earliest) < 0 ? earliest : known).toString()
}

const isBefore = (a: string, b: string) =>
  Temporal.Instant.compare(Temporal.Instant.from(a), Temporal.Instant.from(b)) < 0

/** The row of a person after a mark; a mark of the same time as the last one counts. */
const marked = (row: PersonRow, state: MusterState, at: string, { how, by, point }: Marker, revision: number) => ({
  ...row,
  state,
  marked_at: at,
  marked_how: how,
  marked_by: by,
  marked_point_id: point?.id ?? null,
  marked_point_name: point?.name ?? null,
  revision,
})

/**
 * Marks people of a muster that the caller has locked, each mark once and by its own time: one that comes late, after a later one, changes
 * nothing but the history.
 */
export async function markPeople(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  muster: MusterRow,
  marks: readonly Mark[],
  marker: Marker,
): Promise<Map<string, MarkOutcome>> {
  const now = ctx.clock.now()
  const outcomes = new Map<string, MarkOutcome>()
  const known = await selectMarks(
    ctx.db,
    muster.id,
    marks.map(({ id }) => id),
  )
  const wasLate = ({ received_at }: { received_at: string }) =>
    muster.ended_at !== null && isBefore(muster.ended_at, received_at)
  for (const mark of known) outcomes.set(mark.id, mark.is_late ? (wasLate(mark) ? 'late' : 'older') : 'taken')
  const people = new Map(
    (
      await selectPeople(
        ctx.db,
        muster.id,
        marks.map(({ personId }) => personId),
      )
    ).map((row) => [row.id, row]),
  )
  const changed = new Map<string, PersonRow>()
  const events: EventRow[] = []
  for (const mark of marks.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))) {
    if (outcomes.has(mark.id)) continue
    const row = changed.get(mark.personId) ?? people.get(mark.personId)
    if (!row) {
      outcomes.set(mark.id, 'unknown-person')
      continue
    }
    const at = withinMuster(muster, mark.at, now)
    const isOlder = row.marked_at !== null && isBefore(at, row.marked_at)
    const outcome = muster.ended_at !== null ? 'late' : isOlder ? 'older' : 'taken'
    outcomes.set(mark.id, outcome)
    if (outcome === 'taken') changed.set(row.id, marked(row, mark.state, at, marker, muster.revision + 1))
    events.push({
      muster_id: muster.id,
      id: mark.id,
      kind: 'marked',
      at,
      received_at: now.toString(),
      by: marker.by,
      how: marker.how,
      state: mark.state,
      muster_person_id: row.id,
      link_id: marker.linkId ?? null,
      is_late: outcome !== 'taken',
    })
  }
  await updatePeople(ctx.db, [...changed.values()])
  await insertEvents(ctx.db, events)
  if (changed.size > 0) await noteChange(ctx, muster)
  return outcomes
}

/** The people of a locked muster have changed, with the revision after the present one. */
export async function noteChange(ctx: Pick<Ctx, 'db' | 'clock'>, muster: MusterRow): Promise<void> {
  const last = await findClearedAt(ctx.db, muster.id)
  await updateMuster(ctx.db, muster.id, {
    revision: muster.revision + 1,
    cleared_at: last === undefined ? muster.started_at : last,
  })
}
