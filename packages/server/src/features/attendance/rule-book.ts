import { findRuleProblem, type AttendanceRule } from '@gatehouse/engine/attendance/attendance-rule.ts'
import { type DayPlan, planDay } from '@gatehouse/engine/attendance/plan-day.ts'
import type { RuleSettings } from '@gatehouse/contract/features/attendance.ts'

export type StoredVersion = {
  rule_id: string
  version: number
  effective_on: string
  settings: RuleSettings
  /** Devices whose punches count; null: every one's. */
  device_ids: readonly string[] | null
}

export type RuleVersion = {
  version: number
  effectiveOn: string
  rule: AttendanceRule
  deviceIds: readonly string[] | null
}

/** Rules as they stood on any date, with the days they make, each made once. */
export type RuleBook = {
  ruleIds: readonly string[]
  /** The version of a rule that a date is judged by. */
  at(ruleId: string, on: string): RuleVersion
  /** @param nextRuleId the person's rule of the day after */
  plan(ruleId: string, on: string, nextRuleId?: string): DayPlan
}

/** The settings as the engine reads them; `zone` is the enterprise's. */
export const toEngineRule = (settings: RuleSettings, zone: string): AttendanceRule => ({
  ...settings,
  timeZone: settings.timeZone ?? zone,
})

export const problemOf = (settings: RuleSettings, zone: string) => findRuleProblem(toEngineRule(settings, zone))

export function openRuleBook(stored: readonly StoredVersion[], zone: string): RuleBook {
  const byRule = new Map<string, RuleVersion[]>()
  for (const row of stored.toSorted((a, b) => a.version - b.version)) {
    const versions = byRule.get(row.rule_id) ?? []
    versions.push({
      version: row.version,
      effectiveOn: row.effective_on,
      rule: toEngineRule(row.settings, zone),
      deviceIds: row.device_ids,
    })
    byRule.set(row.rule_id, versions)
  }
  const plans = new Map<string, DayPlan>()

  const at: RuleBook['at'] = (ruleId, on) => {
    const versions = byRule.get(ruleId) ?? []
    const found = versions.findLast(({ effectiveOn }) => effectiveOn <= on) ?? versions[0]
    if (!found) throw new Error(`attendance rule ${ruleId} has no version`)
    return found
  }
  return {
    ruleIds: [...byRule.keys()],
    at,
    plan(ruleId, on, nextRuleId = ruleId) {
      const key = `${ruleId} ${on} ${nextRuleId}`
      let plan = plans.get(key)
      if (!plan) {
        plan = planDay(at(ruleId, on).rule, on, at(nextRuleId, nextDay(on)).rule)
        plans.set(key, plan)
      }
      return plan
    },
  }
}

const dates = new Map<string, string>()
/** The date after; remembered, since the same few are asked for again and again. */
export function nextDay(on: string): string {
  let next = dates.get(on)
  if (!next) {
    if (dates.size > 5_000) dates.clear()
    next = addDays(on, 1)
    dates.set(on, next)
  }
  return next
}

export const addDays = (on: string, days: number) => Temporal.PlainDate.from(on).add({ days }).toString()

/** Every date from the first to the last, both included. */
export function daysBetween(fromOn: string, toOn: string): string[] {
  const days: string[] = []
  for (let on = fromOn; on <= toOn; on = nextDay(on)) days.push(on)
  return days
}
