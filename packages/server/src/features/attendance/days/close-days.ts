import { maxDaysBack } from '@gatehouse/contract/features/attendance/rules.ts'
import { sameRule, createRuleTimeline } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { addDays } from '@gatehouse/engine/calendar/dates.ts'
import type { Services } from '../../../ctx.ts'
import { readZones } from '../../../company/company-reads.ts'
import { queueDaysOfRule } from '../recompute-queue-store.ts'
import { closeRule, selectRules, selectVersions } from '../rules/rule-store.ts'

/**
 * Closes the days that have ended since the last time, each rule's at its own hour: everybody who was in the rule is
 * judged, also those who never came. After a long standstill all the days in between are closed, up to the limit.
 */
export async function closeDays({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const zones = await readZones(db)
  const timeline = createRuleTimeline(await selectVersions(db), zones.on)
  const now = clock.now()
  /** The last day of a rule that is over at an instant. Of whoever comes into it or leaves it a day ends with the other rule's. */
  const endedAt = (ruleId: string, at: Temporal.Instant) => {
    let on = addDays(at.toZonedDateTimeISO(zones.now).toPlainDate().toString(), 1)
    while (timeline.plan(on, sameRule(ruleId)).endsAtMs > at.epochMilliseconds) on = addDays(on, -1)
    return on
  }
  for (const { id, created_at, closed_through_on } of await selectRules(db)) {
    const ended = endedAt(id, now)
    // What had ended when the rule was made was judged with those who came into it.
    const closed = closed_through_on ?? endedAt(id, Temporal.Instant.from(created_at))
    if (closed === ended || (closed_through_on === null && closed > ended)) continue
    const oldest = addDays(ended, -maxDaysBack)
    const from = addDays(closed, 1) > oldest ? addDays(closed, 1) : oldest
    // Closed further than it is late: the clock was ahead for a while. Those days are yet to come; what was said of them is taken back.
    const [first, last] = closed < ended ? [from, ended] : [addDays(ended, 1), closed]
    await db.transaction().execute(async (trx) => {
      await queueDaysOfRule(trx, id, first, last, 'closed')
      await closeRule(trx, id, ended)
    })
  }
}
