import { AppError } from '@gatehouse/contract/errors.ts'
import type { RulePreview, RuleSettings } from '@gatehouse/contract/features/attendance/rules.ts'
import { createRuleTimeline } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { addSums, sumDays } from '@gatehouse/engine/attendance/sum-days.ts'
import type { Ctx } from '../../../ctx.ts'
import { evaluateFromPunches } from './compute-days.ts'
import { readRulePeople } from '../rules/rule-reads.ts'
import { readToday, refuseImpossible, versionsUnder } from '../rules/rule-service.ts'
import { readSumsOfPeople } from './period-reads.ts'

const maxPeople = 2_000
const maxShown = 50

/** Computes what last month would have looked like under these settings, beside what it did look like, and stores nothing. */
export async function previewRule(ctx: Ctx, ruleId: string, settings: RuleSettings): Promise<RulePreview> {
  const { today, zone, zones } = await readToday(ctx)
  refuseImpossible(settings, zone)
  const version = await versionsUnder(ctx, ruleId, settings)
  if (!version) throw new AppError('attendance-rule.not-found')
  const month = Temporal.PlainDate.from(today).toPlainYearMonth().subtract({ months: 1 })
  const fromOn = month.toPlainDate({ day: 1 }).toString()
  const toOn = month.toPlainDate({ day: month.daysInMonth }).toString()
  const { items: people } = await readRulePeople(ctx.db, ruleId, { page: 1, size: maxPeople })
  const ids = people.map(({ id }) => id)
  const before = await readSumsOfPeople(ctx.db, ids, fromOn, toOn)
  // People who joined during the month are evaluated from the day they joined, as in the stored days.
  const parts = evaluateFromPunches(
    ctx.db,
    createRuleTimeline([version], zones.on),
    people.map((person) => ({ personId: person.id, ruleId, fromOn: person.fromOn, toOn: null })),
    { fromOn, toOn, asOfMs: ctx.clock.now().epochMilliseconds },
  )
  const days = (await Array.fromAsync(parts, (part) => [...part])).flat()
  const daysOf = Map.groupBy(days, ({ personId }) => personId)
  const sums = people.map(({ id, name }) => ({
    id,
    name,
    before: before.get(id) ?? sumDays([]),
    after: sumDays(daysOf.get(id) ?? []),
  }))
  const changed = sums.filter((sum) => JSON.stringify(sum.before) !== JSON.stringify(sum.after))
  return {
    month: month.toString(),
    personCount: people.length,
    before: addSums(sums.map((sum) => sum.before)),
    after: addSums(sums.map((sum) => sum.after)),
    people: changed.slice(0, maxShown),
    changedPersonCount: changed.length,
  }
}
