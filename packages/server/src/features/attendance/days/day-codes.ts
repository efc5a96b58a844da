import type { EvaluatedDay } from '@gatehouse/engine/attendance/evaluate-period.ts'
import {
  type AttendanceFact,
  attendanceFacts,
  type AttendanceVerdict,
  attendanceVerdictCodes,
  attendanceVerdicts,
} from '@gatehouse/engine/attendance/vocabulary.ts'

// The form in which the table of days stores a result: small numbers, so that a year of a company is counted quickly.

/** One bit for each fact, in the order of the vocabulary. */
export const factBit = (fact: AttendanceFact) => 1 << attendanceFacts.indexOf(fact)

const encodeFacts = (facts: Record<AttendanceFact, boolean>) =>
  attendanceFacts.reduce((bits, fact) => (facts[fact] ? bits | factBit(fact) : bits), 0)

export const decodeFacts = (bits: number) => attendanceFacts.filter((fact) => (bits & factBit(fact)) !== 0)

const encodeVerdict = (verdict: AttendanceVerdict): number => attendanceVerdictCodes[verdict]

export const decodeVerdict = (code: number): AttendanceVerdict =>
  attendanceVerdicts.find((verdict) => attendanceVerdictCodes[verdict] === code) ?? 'none'

/** A result in the numbers and words of the table of days, with the hash that tells whether it has changed. */
export type EncodedDay = Omit<EvaluatedDay, 'verdict' | 'facts' | 'reasons'> & {
  verdict: number
  facts: number
  reasons: string
  digest: number
}

export function encodeDay(day: EvaluatedDay): EncodedDay {
  const verdict = encodeVerdict(day.verdict)
  const facts = encodeFacts(day.facts)
  const reasons = day.reasons.join(' ')
  const encoded = { ...day, verdict, facts, reasons, digest: 0 }
  encoded.digest = digestOf(encoded)
  return encoded
}

/** A hash of 53 bits of everything in a result (cyrb53): two different results share it once in nine quadrillion. */
function digestOf(day: Omit<EncodedDay, 'digest'>): number {
  const { ruleId, ruleVersion, dayKind, verdict, facts, firstMs, lastMs, punchCount, reasons } = day
  const { overtimeMinutes, lateMinutes, earlyLeaveMinutes, hasFieldPunch, hasDoubtfulTime, isProvisional } = day
  // One text, not a list that is joined: this is done for each day of each person.
  const text =
    `${ruleId}|${ruleVersion}|${dayKind}|${verdict}|${facts}|${firstMs ?? ''}|${lastMs ?? ''}|${punchCount}|` +
    `${overtimeMinutes}|${lateMinutes}|${earlyLeaveMinutes}|${hasFieldPunch}|${hasDoubtfulTime}|${isProvisional}|${reasons}`
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}
