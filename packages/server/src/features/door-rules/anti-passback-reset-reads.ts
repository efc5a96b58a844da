import type { Surroundings, SurroundingsQuestion } from '@gatehouse/contract/device/surroundings.ts'
import { forgetBefore, lastDailyReset } from '@gatehouse/engine/door/anti-passback-reset.ts'
import { areasAround } from '@gatehouse/engine/door/area-path.ts'
import type { Ctx } from '../../ctx.ts'
import { readAreaTree, readDoorsOfDevices } from '../inside/door-reads.ts'
import { readRulesOfWay } from './area-rule-reads.ts'

/**
 * The surroundings as anti-passback goes by them: without what was done before the last reset of the person, of the area entered or one
 * around it, and before the last of the daily ones.
 */
export async function forgetBeforeReset(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  deviceId: string,
  { personId, entries }: Pick<SurroundingsQuestion, 'personId' | 'entries'>,
  around: Surroundings,
): Promise<Surroundings> {
  const { person } = around
  const [door] = person ? await readDoorsOfDevices(db, [deviceId]) : []
  if (!person || !door || door.entersAreaId === null) return around
  const { entersAreaId } = door
  const personIds = [personId, ...entries]
  const tree = await readAreaTree(db)
  const areaIds = areasAround(entersAreaId, tree)
  const row = await db
    .selectNoFrom((from) => [
      from
        .selectFrom('anti_passback_reset')
        .where((reset) => reset.or([reset('person_id', 'in', personIds), reset('area_id', 'in', areaIds)]))
        .select((reset) => reset.fn.max('reset_at').as('at'))
        .as('reset_at'),
      from
        .selectFrom('person_location')
        .where('person_id', 'in', personIds)
        .select((location) => location.fn.max('since').as('at'))
        .as('located_at'),
      from.selectFrom('device_zone').where('device_id', '=', deviceId).select('time_zone').as('time_zone'),
    ])
    .executeTakeFirstOrThrow()
  const { passback } = await readRulesOfWay(db, door, tree)
  const daily = lastDailyReset(
    clock.now().epochMilliseconds,
    passback?.rules.antiPassback?.resetMinutes ?? [],
    row.time_zone ?? 'UTC',
  )
  const resets = [daily, msOf(row.reset_at)].filter((at) => at !== null)
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

const msOf = (instant: string | null) => (instant === null ? null : Temporal.Instant.from(instant).epochMilliseconds)
