import { AppError } from '@gatehouse/contract/errors.ts'
import type { AttendanceSum } from '@gatehouse/contract/features/attendance/days.ts'
import type { RulePreview, RuleSettings } from '@gatehouse/contract/features/attendance/rules.ts'
import { attendanceFacts } from '@gatehouse/engine/attendance/vocabulary.ts'
import type { Ctx } from '../../../ctx.ts'
import { factBit, judgePeople } from './compute-days.ts'
import { type DayRow, selectPunches } from './day-store.ts'
import { openRuleBook } from '../rules/rule-timeline.ts'
import { readRulePeople } from '../rules/rule-reads.ts'
import { readToday, refuseImpossible, versionsUnder } from '../rules/rule-service.ts'
import { readSumsOfPeople } from './statistics-reads.ts'

const maxPeople = 2_000
const maxShown = 50

/** What last month would have looked like under these settings, beside what it did; nothing is kept. */
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
  // Those who came during the month are judged from the day they came, as they were.
  const days = await judgePeople(
    (some, fromMs, toMs, deviceIds) => selectPunches(ctx.db, some, fromMs, toMs, deviceIds),
    openRuleBook([version], zones),
    people.map((person) => ({ person_id: person.id, rule_id: ruleId, from_on: person.fromOn, to_on: null })),
    { fromOn, toOn, asOfMs: ctx.clock.now().epochMilliseconds },
  )
  const daysOf = Map.groupBy(days, ({ personId }) => personId)
  const sums = people.map(({ id, name }) => ({
    id,
    name,
    before: before.get(id) ?? sumRows([]),
    after: sumRows(daysOf.get(id) ?? []),
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

const minuteKeys = ['workedMinutes', 'lateMinutes', 'earlyLeaveMinutes', 'overtimeMinutes'] as const

function sumRows(rows: readonly DayRow[]): AttendanceSum {
  const entries = [
    ...attendanceFacts.map((fact) => [fact, rows.filter(({ facts }) => (facts & factBit(fact)) !== 0).length] as const),
    ...minuteKeys.map((key) => [key, rows.reduce((total, row) => total + row[key], 0)] as const),
  ]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each fact and each kind of minutes
  return Object.fromEntries(entries) as AttendanceSum
}

function addSums(sums: readonly AttendanceSum[]): AttendanceSum {
  const entries = [...attendanceFacts, ...minuteKeys].map(
    (key) => [key, sums.reduce((total, sum) => total + sum[key], 0)] as const,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
  return Object.fromEntries(entries) as AttendanceSum
}
