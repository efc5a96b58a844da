import type { Surroundings, SurroundingsQuestion } from '@gatehouse/contract/device/surroundings.ts'
import { timetable as timetableSchema } from '@gatehouse/contract/features/timetables.ts'
import { forgetBefore, lastDailyReset, lastTimetableReset } from '@gatehouse/engine/door/anti-passback-reset.ts'
import { areasAround } from '@gatehouse/engine/door/area-path.ts'
import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open-database.ts'
import { prepared, unseenList } from '../../db/prepared.ts'
import { type DoorOfDevice, readAreaTree } from '../inside/door-reads.ts'

/**
 * The surroundings as anti-passback goes by them: without what was done before the last reset of the person, of the area entered or one
 * around it, and before the last of the daily ones and of those by timetable.
 */
export async function forgetBeforeReset(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { leavesAreaId, entersAreaId }: Pick<DoorOfDevice, 'leavesAreaId' | 'entersAreaId'>,
  { personId, entries }: Pick<SurroundingsQuestion, 'personId' | 'entries'>,
  around: Surroundings,
): Promise<Surroundings> {
  const { person } = around
  if (!person || entersAreaId === null) return around
  const tree = await readAreaTree(db)
  const areaIds = areasAround(entersAreaId, tree)
  const left = areasAround(leavesAreaId, tree)
  const row = await readResets(db, { personIds: [personId, ...entries], areaIds })
  // Of the areas that they enter together, the innermost that has the rule.
  const rule = areaIds
    .filter((id) => !left.includes(id))
    .flatMap((id) => row.rules.find(({ area_id }) => area_id === id) ?? [])
    .at(0)
  const nowMs = clock.now().epochMilliseconds
  const zone = rule?.time_zone ?? 'UTC'
  const daily = lastDailyReset(nowMs, rule?.minutes ?? [], zone)
  const ranged = rule?.timetable ? lastTimetableReset(nowMs, toBeginnings(rule.timetable), zone) : null
  const resets = [daily, ranged, msOf(row.reset_at)].filter((at) => at !== null)
  if (resets.length === 0) return around
  const known = { ...around, person: { areaIds: person.areaIds, enteredAtMs: msOf(person.enteredAt) } }
  const after = forgetBefore(known, {
    entersAreaId,
    resetAtMs: Math.max(...resets),
    locatedAtMs: msOf(row.located_at),
  })
  const isForgotten = after.person?.enteredAtMs === null
  return {
    ...around,
    occupancy: after.occupancy,
    person: { areaIds: [...(after.person?.areaIds ?? [])], enteredAt: isForgotten ? null : person.enteredAt },
  }
}

/** In one prepared statement: a terminal waits for it, and somebody at its door. */
function readResets(db: Db, of: { personIds: readonly string[]; areaIds: readonly string[] }) {
  const [personIds, areaIds] = [unseenList('uuid', of.personIds), unseenList('uuid', of.areaIds)]
  return db
    .selectNoFrom((from) => [
      from
        .selectFrom('anti_passback_reset')
        .where(sql<boolean>`(person_id = any(${personIds}) or area_id = any(${areaIds}))`)
        .select((reset) => reset.fn.max('reset_at').as('at'))
        .as('reset_at'),
      from
        .selectFrom('person_location')
        .where(sql<boolean>`person_id = any(${personIds})`)
        .select((location) => location.fn.max('since').as('at'))
        .as('located_at'),
      jsonArrayFrom(
        from
          .selectFrom('area_rule as r')
          .innerJoin('area as a', 'a.id', 'r.area_id')
          .innerJoin('site as s', 's.id', 'a.site_id')
          .crossJoin('company as c')
          .select(['r.area_id', 'r.passback_reset_minutes as minutes'])
          .select((rule) => rule.fn.coalesce('s.time_zone', 'c.time_zone').as('time_zone'))
          .select((rule) =>
            jsonObjectFrom(
              rule
                .selectFrom('timetable as t')
                .select(['t.valid_from_on', 't.valid_to_on', 't.week', 't.holiday', 't.holidays'])
                .whereRef('t.id', '=', 'r.passback_reset_timetable_id'),
            ).as('timetable'),
          )
          .where(sql<boolean>`r.area_id = any(${areaIds})`)
          .where('r.passback_mode', 'is not', null),
      ).as('rules'),
    ])
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()
}

const beginnings = timetableSchema.pick({
  validFromOn: true,
  validToOn: true,
  week: true,
  holiday: true,
  holidays: true,
})
type TimetableRow = NonNullable<Awaited<ReturnType<typeof readResets>>['rules'][number]['timetable']>
const toBeginnings = ({ valid_from_on, valid_to_on, ...row }: TimetableRow) =>
  beginnings.parse({ ...row, validFromOn: valid_from_on, validToOn: valid_to_on })

const msOf = (instant: string | null) => (instant === null ? null : Temporal.Instant.from(instant).epochMilliseconds)
