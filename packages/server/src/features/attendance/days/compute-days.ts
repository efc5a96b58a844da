import { judgeDay } from '@gatehouse/engine/attendance/evaluate-day.ts'
import type { DayResult } from '@gatehouse/engine/attendance/evaluate-day.ts'
import { attendanceFacts, attendanceVerdictCodes } from '@gatehouse/engine/attendance/vocabulary.ts'
import type { Ctx } from '../../../ctx.ts'
import {
  type Assignment,
  type CodedPunches,
  type DayRow,
  deleteDays,
  insertDays,
  replaceDays,
  selectAssignments,
  selectKnownDays,
  selectLockedMonths,
  selectPunches,
} from './day-store.ts'
import { bothDays, daysBetween, nextDay, type RuleTimeline, type TwoDays } from '../rules/rule-timeline.ts'

export type Scope = { personIds: readonly string[]; fromOn: string; toOn: string; cause: string }

/** People whose punches are read and judged together. */
const peopleAtOnce = 500

/**
 * Judges the days of these people again and writes those that say something else than before: what nothing touched stays
 * as it is, to the row. Months that are locked stay too. Gives how many results changed.
 */
export async function computeDays(ctx: Pick<Ctx, 'db' | 'clock'>, book: RuleTimeline, scope: Scope): Promise<number> {
  const locked = await selectLockedMonths(ctx.db)
  let written = 0
  for (let index = 0; index < scope.personIds.length; index += peopleAtOnce)
    written += await computeSome(ctx, book, locked, {
      ...scope,
      personIds: scope.personIds.slice(index, index + peopleAtOnce),
    })
  return written
}

async function computeSome(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  book: RuleTimeline,
  locked: ReadonlySet<string>,
  { personIds, fromOn, toOn, cause }: Scope,
): Promise<number> {
  const now = clock.now()
  const assignments = await selectAssignments(db, personIds, fromOn, nextDay(toOn))
  const days = await judgePeople(
    (ids, fromMs, toMs, deviceIds) => selectPunches(db, ids, fromMs, toMs, deviceIds),
    book,
    assignments,
    { fromOn, toOn, asOfMs: now.epochMilliseconds },
  )
  const known = new Map(
    (await selectKnownDays(db, personIds, fromOn, toOn)).map((day) => [`${day.person_id} ${day.day_on}`, day]),
  )
  const added: DayRow[] = []
  const changed: DayRow[] = []
  for (const day of days) {
    const key = `${day.personId} ${day.on}`
    const before = known.get(key)
    known.delete(key)
    if (locked.has(day.on.slice(0, 7))) continue
    if (before === undefined) added.push(day)
    else if (before.digest !== day.digest) changed.push(day)
  }
  const gone = [...known.values()].filter(({ day_on }) => !locked.has(day_on.slice(0, 7)))
  if (added.length > 0) await insertDays(db, added, now.toString())
  if (changed.length > 0) await replaceDays(db, changed, cause, now.toString())
  if (gone.length > 0) await deleteDays(db, gone)
  return added.length + changed.length + gone.length
}

type ReadPunches = (
  personIds: readonly string[],
  fromMs: number,
  toMs: number,
  deviceIds: readonly string[] | null,
) => Promise<readonly CodedPunches[]>

/** Every day from the first to the last of everybody who was in a rule then; days under way only when somebody punched. */
export async function judgePeople(
  readPunches: ReadPunches,
  book: RuleTimeline,
  assignments: readonly Assignment[],
  { fromOn, toOn, asOfMs }: { fromOn: string; toOn: string; asOfMs: number },
): Promise<DayRow[]> {
  const dates = daysBetween(fromOn, toOn)
  const days: DayRow[] = []
  const ruleOf = nextRules(assignments)
  for (const [ruleId, members] of Map.groupBy(assignments, ({ rule_id }) => rule_id)) {
    const versions = Map.groupBy(dates, (on) => book.at(ruleId, on))
    for (const [{ version, rule, deviceIds }, on] of versions) {
      const [first = fromOn] = on
      const last = on.at(-1) ?? toOn
      // A person's last day may end later than the rule's: when the rule they move to begins later.
      const endsAtMs = Math.max(...members.map((member) => book.plan(last, ruleOf(member, last)).endsAtMs))
      const ids = [...new Set(members.map(({ person_id }) => person_id))]
      const { startsAtMs } = book.plan(first, bothDays(ruleId))
      if (startsAtMs > asOfMs) continue
      const punches = new Map(
        (await readPunches(ids, startsAtMs, endsAtMs, deviceIds)).map(({ person_id, codes }) => [
          person_id,
          sortedCodes(codes),
        ]),
      )
      for (const member of members) {
        const codes = punches.get(member.person_id) ?? []
        let place = 0
        for (const date of on) {
          if (date < member.from_on || (member.to_on !== null && date >= member.to_on)) continue
          const plan = book.plan(date, ruleOf(member, date))
          if (plan.startsAtMs > asOfMs) break
          while (place < codes.length && timeOf(codes[place] ?? 0) < plan.startsAtMs) place++
          const inside: number[] = []
          let flags = 0
          for (; place < codes.length && timeOf(codes[place] ?? 0) < plan.endsAtMs; place++) {
            inside.push(timeOf(codes[place] ?? 0))
            flags |= (codes[place] ?? 0) % 4
          }
          if (inside.length === 0 && asOfMs < plan.endsAtMs) continue
          const result = judgeDay(rule, plan, inside, asOfMs)
          days.push(
            toRow(result, { personId: member.person_id, on: date, ruleId, ruleVersion: version, flags }, plan.kind),
          )
        }
      }
    }
  }
  return days
}

const timeOf = (code: number) => Math.floor(code / 4)
const sortedCodes = (codes: string) =>
  codes
    .split(' ')
    .map(Number)
    .sort((a, b) => a - b)

/** The rules that a person is in on a date and on the day after it. */
function nextRules(assignments: readonly Assignment[]) {
  const byPerson = Map.groupBy(assignments, ({ person_id }) => person_id)
  return (member: Assignment, on: string): TwoDays => {
    if (member.to_on !== nextDay(on)) return bothDays(member.rule_id)
    const next = byPerson.get(member.person_id)?.find(({ from_on }) => from_on === member.to_on)
    return { ruleId: member.rule_id, nextRuleId: next?.rule_id ?? member.rule_id }
  }
}

type Names = { personId: string; on: string; ruleId: string; ruleVersion: number; flags: number }

/** One bit for each fact, in the order of the vocabulary. */
export const factBit = (fact: (typeof attendanceFacts)[number]) => 1 << attendanceFacts.indexOf(fact)

function toRow(result: DayResult, { flags, ...names }: Names, dayKind: string): DayRow {
  const facts = attendanceFacts.reduce((bits, fact) => (result.facts[fact] ? bits | factBit(fact) : bits), 0)
  const row = {
    ...names,
    dayKind,
    verdict: attendanceVerdictCodes[result.verdict],
    facts,
    firstMs: result.firstMs,
    lastMs: result.lastMs,
    punchCount: result.punchCount,
    workedMinutes: result.workedMinutes,
    lateMinutes: result.lateMinutes,
    earlyLeaveMinutes: result.earlyLeaveMinutes,
    overtimeMinutes: result.overtimeMinutes,
    hasFieldPunch: flags >= 2,
    hasDoubtfulTime: flags % 2 === 1,
    isProvisional: result.isProvisional,
    reasons: result.reasons.join(' '),
  }
  return { ...row, digest: digestOf(row) }
}

/** 53 bits of everything a result says (cyrb53): two results that differ share them once in nine quadrillion. */
function digestOf(row: Omit<DayRow, 'digest'>): number {
  const text = [
    row.ruleId,
    row.ruleVersion,
    row.dayKind,
    row.verdict,
    row.facts,
    row.firstMs,
    row.lastMs,
    row.punchCount,
    row.overtimeMinutes,
    row.lateMinutes,
    row.earlyLeaveMinutes,
    row.hasFieldPunch,
    row.hasDoubtfulTime,
    row.isProvisional,
    row.reasons,
  ].join('|')
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const sign = text.charCodeAt(index)
    high = Math.imul(high ^ sign, 2_654_435_761)
    low = Math.imul(low ^ sign, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}
