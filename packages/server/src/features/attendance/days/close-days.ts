import { maxDaysBack } from '@gatehouse/contract/features/attendance/rules.ts'
import { sameRule, createRuleTimeline } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { addDays } from '@gatehouse/engine/calendar/dates.ts'
import { inTransaction, type Services } from '../../../ctx.ts'
import { readZones } from '../../../company/company-reads.ts'
import { queueDaysOfRule } from '../recompute-queue-store.ts'
import { closeRule, selectRules, selectVersions } from '../rules/rule-store.ts'

/**
 * Closes the days that have ended since the last run, each rule's at its own hour: everybody who was in the rule is
 * evaluated, also those who were absent. After a long downtime all the days in between are closed, up to the limit.
 */
export async function closeDays(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = services
  const zones = await readZones(db)
  const timeline = createRuleTimeline(await selectVersions(db), zones.on)
  const now = clock.now()
  /** The last day of a rule that is over at an instant. For a person who joins or leaves the rule, a day ends with that of the other rule. */
  const endedAt = (ruleId: string, at: Temporal.Instant) => {
    let on = addDays(at.toZonedDateTimeISO(zones.now).toPlainDate().toString(), 1)
    while (timeline.plan(on, sameRule(ruleId)).endsAtMs > at.epochMilliseconds) on = addDays(on, -1)
    return on
  }
  for (const { id, created_at, closed_through_on } of await selectRules(db)) {
    const ended = endedAt(id, now)
    // Days that had ended before the rule was created were evaluated when people joined it.
    const closed = closed_through_on ?? endedAt(id, Temporal.Instant.from(created_at))
    if (closed === ended || (closed_through_on === null && closed > ended)) continue
    const oldest = addDays(ended, -maxDaysBack)
    const from = addDays(closed, 1) > oldest ? addDays(closed, 1) : oldest
    // Days of the future are closed: the clock was ahead for a while. Their results are withdrawn.
    const [first, last] = closed < ended ? [from, ended] : [addDays(ended, 1), closed]
    await inTransaction(services, async ({ db }) => {
      await queueDaysOfRule(db, id, first, last, 'closed')
      await closeRule(db, id, ended)
    })
  }
}
