import { listAttendanceDays } from '@gatehouse/contract/features/attendance/days.ts'
import { listAttendanceRules, updateAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import type { SeededProduct } from './seed-product.ts'

/**
 * Lets the known person of the shared product pass, and gives the day of attendance that follows from it. Before five a passage counts for
 * the day before, on which the person did not work there yet: the day begins at midnight for a journey that runs at night.
 */
export async function judgeTodaysPassage(ask: Ask, { personId, terminal }: SeededProduct) {
  const to = Temporal.Now.plainDateISO('UTC')
  const period = { from: to.subtract({ days: 1 }).toString(), to: to.toString() }
  const [rule] = await ask(listAttendanceRules)
  if (!rule) throw new Error('there is no rule of attendance')
  if (rule.settings.earliestPunchMinute > 0) {
    const settings = { ...rule.settings, earliestPunchMinute: 0 }
    await ask(updateAttendanceRule, { params: { id: rule.id }, body: { settings, effectiveOn: period.to } })
  }
  await terminal.show('franck_04000.jpg')
  return until(
    async () => (await ask(listAttendanceDays, { query: { personId, ...period } })).items[0],
    'the day has been judged',
  )
}
