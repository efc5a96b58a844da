import { findRuleProblem, type AttendanceRule } from '@gatehouse/engine/attendance/attendance-rule.ts'
import { type DayPlan, planDay } from '@gatehouse/engine/attendance/plan-day.ts'
import type { RuleSettings } from '@gatehouse/contract/features/attendance/rules.ts'
import type { CompanyZones } from '../../../company/company-reads.ts'

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
export type RuleTimeline = {
  ruleIds: readonly string[]
  /** The version of a rule that a date is judged by; of a locked month the one that it was judged by then. */
  at(ruleId: string, on: string, version?: number): RuleVersion
  /** A day ends when the next one begins, and the next one's rule says when: without both no day can be planned. */
  plan(on: string, rules: TwoDays): DayPlan
}

/** A person's rule on a date and on the date after it; the same twice where nothing else follows. */
export type TwoDays = {
  ruleId: string
  nextRuleId: string
  /** The version that the date was judged by, where another one would be asked now. */
  version?: number
}
export const bothDays = (ruleId: string): TwoDays => ({ ruleId, nextRuleId: ruleId })

/** The settings as the engine reads them; `zone` is the enterprise's. */
const toEngineRule = (settings: RuleSettings, zone: string): AttendanceRule => ({
  ...settings,
  timeZone: settings.timeZone ?? zone,
})

export const problemOf = (settings: RuleSettings, zone: string) => findRuleProblem(toEngineRule(settings, zone))

/** @param zones the enterprise's, in which rules without one of their own are read: of each date the one that counts for it */
export function openRuleBook(stored: readonly StoredVersion[], zones: CompanyZones): RuleTimeline {
  const byRule = Map.groupBy(
    stored.toSorted((a, b) => a.version - b.version),
    ({ rule_id }) => rule_id,
  )
  const made = new Map<string, RuleVersion>()
  const plans = new Map<string, DayPlan>()

  const at: RuleTimeline['at'] = (ruleId, on, wanted) => {
    const versions = byRule.get(ruleId) ?? []
    const found =
      versions.find(({ version }) => version === wanted) ??
      versions.findLast(({ effective_on }) => effective_on <= on) ??
      versions[0]
    if (!found) throw new Error(`attendance rule ${ruleId} has no version`)
    const zone = zones.on(on)
    const key = `${ruleId} ${found.version} ${zone}`
    let version = made.get(key)
    if (!version) {
      version = {
        version: found.version,
        effectiveOn: found.effective_on,
        rule: toEngineRule(found.settings, zone),
        deviceIds: found.device_ids,
      }
      made.set(key, version)
    }
    return version
  }
  return {
    ruleIds: [...byRule.keys()],
    at,
    plan(on, { ruleId, nextRuleId, version }) {
      const key = `${ruleId} ${on} ${nextRuleId} ${version ?? ''}`
      let plan = plans.get(key)
      if (!plan) {
        plan = planDay(at(ruleId, on, version).rule, on, at(nextRuleId, nextDay(on)).rule)
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

/** No clock on earth is further than this date when it is `today` somewhere. */
export const latestDateAnywhere = (today: string) => addDays(today, 2)

export const addDays = (on: string, days: number) => Temporal.PlainDate.from(on).add({ days }).toString()

/** Every date from the first to the last, both included. */
export function daysBetween(fromOn: string, toOn: string): string[] {
  const days: string[] = []
  for (let on = fromOn; on <= toOn; on = nextDay(on)) days.push(on)
  return days
}
