import { mostDaysBack } from '@gatehouse/contract/features/attendance.ts'
import type { Services } from '../../lib/ctx.ts'
import { readCompany } from '../company/company-reads.ts'
import { insertNewsOfRule } from './news-store.ts'
import { addDays, openRuleBook } from './rule-book.ts'
import { closeRule, selectRules, selectVersions } from './rule-store.ts'

/**
 * Closes the days that have ended since the last time, each rule's at its own hour: everybody who was in the rule is
 * judged, also those who never came. After a long standstill all the days in between are closed, up to the limit.
 */
export async function closeDays({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const { timeZone } = await readCompany(db)
  const book = openRuleBook(await selectVersions(db), timeZone)
  const now = clock.now()
  for (const { id, created_at, closed_through_on } of await selectRules(db)) {
    const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString()
    let ended = addDays(today, 1)
    while (book.plan(id, ended).endsAtMs > now.epochMilliseconds) ended = addDays(ended, -1)
    const born = Temporal.Instant.from(created_at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
    const closed = closed_through_on ?? addDays(born, -1)
    if (closed === ended || (closed_through_on === null && closed > ended)) continue
    const oldest = addDays(ended, -mostDaysBack)
    const from = addDays(closed, 1) > oldest ? addDays(closed, 1) : oldest
    // Closed further than it is late: the clock was ahead for a while. Those days are yet to come; what was said of them is taken back.
    const [first, last] = closed < ended ? [from, ended] : [addDays(ended, 1), closed]
    await db.transaction().execute(async (trx) => {
      await insertNewsOfRule(trx, id, first, last, 'closed')
      await closeRule(trx, id, ended)
    })
  }
}
