import type { AttendanceRule, OvertimeRule } from './attendance-rule.ts'
import type { DayPlan } from './plan-day.ts'
import type { AttendanceFact, AttendanceReason, AttendanceVerdict } from './vocabulary.ts'

export type Facts = Record<AttendanceFact, boolean>

export interface DayResult {
  verdict: AttendanceVerdict
  facts: Facts
  firstMs: number | null
  lastMs: number | null
  punchCount: number
  /** last minus first, whole minutes */
  workedMinutes: number
  /** from the start of work, not from the end of the tolerance; a minute that has begun counts */
  lateMinutes: number
  /** to the end of work, likewise */
  earlyLeaveMinutes: number
  /** whole minutes: on a working day from the end of work, on another all the time worked */
  overtimeMinutes: number
  /** the day is not over: claims that later punches could still change are left out */
  isProvisional: boolean
  reasons: readonly AttendanceReason[]
}

const msPerMinute = 60_000
const wholeMinutes = (ms: number) => Math.max(0, Math.floor(ms / msPerMinute))
const begunMinutes = (ms: number) => Math.max(0, Math.ceil(ms / msPerMinute))

/**
 * The result of one person's day.
 *
 * The rules, in order:
 * 1. Only punches inside the day count; the first is the earliest, the last the latest of them, however they came.
 * 2. On a working day without a punch the result is an absence; with one punch where the rule wants two it is a missed
 *    punch. Such a day has no other result.
 * 3. Late: the first punch after start + tolerance. Early leave (two punches wanted): the last before end - tolerance.
 *    Within a tolerance no minute is late, its last one included.
 * 4. Overtime: worked at least the minimum and the last punch not before its time. One punch alone is no time worked, also where
 *    a rule wants only one: it is never overtime, however little the rule asks for.
 * 5. Until the day is over absence, missed punch and early leave are not claimed, nor that it was normal.
 *
 * @param punches instants in any order, of any days; the same one twice is one
 * @param asOfMs the instant it is evaluated at
 */
export function evaluateDay(
  rule: AttendanceRule,
  plan: DayPlan,
  punches: readonly number[],
  asOfMs: number,
): DayResult {
  let firstMs: number | null = null
  let lastMs: number | null = null
  const counted = new Set<number>()
  for (const atMs of punches) {
    // Asked this way round, a NaN is in no day.
    if (!(plan.startsAtMs <= atMs && atMs < plan.endsAtMs)) continue
    counted.add(atMs)
    if (firstMs === null || atMs < firstMs) firstMs = atMs
    if (lastMs === null || atMs > lastMs) lastMs = atMs
  }
  const workedMs = firstMs === null || lastMs === null ? 0 : lastMs - firstMs
  const isProvisional = asOfMs < plan.endsAtMs
  const isWorkday = plan.kind === 'working-day' || plan.kind === 'special-working-day'
  const reasons: AttendanceReason[] = [plan.kind]
  const result: DayResult = {
    verdict: 'none',
    facts: {
      normal: false,
      late: false,
      earlyLeave: false,
      missedPunch: false,
      absence: false,
      workdayOvertime: false,
      holidayOvertime: false,
    },
    firstMs,
    lastMs,
    punchCount: counted.size,
    workedMinutes: wholeMinutes(workedMs),
    lateMinutes: 0,
    earlyLeaveMinutes: 0,
    overtimeMinutes: 0,
    isProvisional,
    reasons,
  }
  const { facts } = result

  const isHalf = rule.punchesPerDay === 2 && counted.size === 1
  if (isHalf) reasons.push('one-punch-of-two')
  if (firstMs === null || lastMs === null) {
    reasons.push('no-punch')
    facts.absence = isWorkday && !isProvisional
  } else if (isWorkday) {
    facts.missedPunch = isHalf && !isProvisional
    // If only one of two punches is there, it may be the arrival or the departure; on a day under way it is the
    // arrival.
    if (!isHalf || isProvisional) {
      evaluateArrival(rule, plan, firstMs, result, reasons)
      if (rule.punchesPerDay === 2 && !isProvisional) evaluateLeaving(rule, plan, lastMs, result, reasons)
    }
    const fromMs = plan.workdayOvertimeFromMs
    if (!isHalf && isOvertime(rule.workdayOvertime, { firstMs, lastMs, fromMs }, reasons)) {
      facts.workdayOvertime = true
      result.overtimeMinutes = wholeMinutes(lastMs - plan.workEndMs)
    }
    facts.normal = !isProvisional && !facts.missedPunch && !facts.late && !facts.earlyLeave
  } else if (
    !isHalf &&
    isOvertime(rule.holidayOvertime, { firstMs, lastMs, fromMs: plan.holidayOvertimeFromMs }, reasons)
  ) {
    facts.holidayOvertime = true
    result.overtimeMinutes = wholeMinutes(workedMs)
  }
  if (isProvisional) reasons.push('day-not-over')
  result.verdict = verdictOf(facts)
  return result
}

function evaluateArrival(
  rule: AttendanceRule,
  plan: DayPlan,
  firstMs: number,
  result: DayResult,
  reasons: AttendanceReason[],
): void {
  const lateByMs = firstMs - plan.workStartMs
  if (lateByMs <= 0) return void reasons.push('on-time')
  if (lateByMs <= rule.lateToleranceMinutes * msPerMinute) return void reasons.push('late-forgiven')
  reasons.push('late')
  result.facts.late = true
  result.lateMinutes = begunMinutes(lateByMs)
}

function evaluateLeaving(
  rule: AttendanceRule,
  plan: DayPlan,
  lastMs: number,
  result: DayResult,
  reasons: AttendanceReason[],
): void {
  const earlyByMs = plan.workEndMs - lastMs
  if (earlyByMs <= 0) return void reasons.push('stayed-to-the-end')
  if (earlyByMs <= rule.earlyLeaveToleranceMinutes * msPerMinute) return void reasons.push('early-leave-forgiven')
  reasons.push('early-leave')
  result.facts.earlyLeave = true
  result.earlyLeaveMinutes = begunMinutes(earlyByMs)
}

function isOvertime(
  overtime: OvertimeRule | null,
  { firstMs, lastMs, fromMs }: { firstMs: number; lastMs: number; fromMs: number },
  reasons: AttendanceReason[],
): boolean {
  if (!overtime) return false
  const hasHours = lastMs > firstMs && lastMs - firstMs >= overtime.minMinutes * msPerMinute
  const isLateEnough = lastMs >= fromMs
  if (hasHours && isLateEnough) reasons.push('overtime')
  else reasons.push(hasHours ? 'overtime-ended-too-soon' : 'overtime-too-few-hours')
  return hasHours && isLateEnough
}

/** The verdict: a shortcoming goes before overtime. */
function verdictOf(facts: Facts): AttendanceVerdict {
  if (facts.absence) return 'absence'
  if (facts.missedPunch) return 'missed-punch'
  if (facts.late) return facts.earlyLeave ? 'late-and-early-leave' : 'late'
  if (facts.earlyLeave) return 'early-leave'
  if (facts.workdayOvertime) return 'workday-overtime'
  if (facts.holidayOvertime) return 'holiday-overtime'
  return facts.normal ? 'normal' : 'none'
}
