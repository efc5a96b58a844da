import { nextDay } from '../calendar/dates.ts'
import type { AttendanceRule } from './attendance-rule.ts'
import { type DayPlan, planDay } from './plan-day.ts'

/** A rule as it is written down: one without a zone of its own is read in the enterprise's. */
export type RuleSettings = Omit<AttendanceRule, 'timeZone'> & { timeZone: string | null }

export type StoredVersion = {
  ruleId: string
  version: number
  effectiveOn: string
  settings: RuleSettings
  /** Devices whose punches count; null: every one's. */
  deviceIds: readonly string[] | null
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
  /**
   * The version of a rule that a date is evaluated by; in a locked month, the version by which it was evaluated then.
   */
  at(ruleId: string, on: string, version?: number): RuleVersion
  /** A day ends when the next one begins, and the next one's rule says when: without both no day can be planned. */
  plan(on: string, rules: DayRules): DayPlan
}

/** A person's rule on a date and on the date after it; the same twice where nothing else follows. */
export type DayRules = {
  ruleId: string
  nextRuleId: string
  /** The version that the date was evaluated by, where another one would be asked now. */
  version?: number
}

export const sameRule = (ruleId: string): DayRules => ({ ruleId, nextRuleId: ruleId })

/** The rule that settings make; `zone` is the enterprise's. */
export const ruleOf = (settings: RuleSettings, zone: string): AttendanceRule => ({
  ...settings,
  timeZone: settings.timeZone ?? zone,
})

/**
 * @param zoneOn the enterprise's zone on a date, in which rules without one of their own are read
 */
export function createRuleTimeline(stored: readonly StoredVersion[], zoneOn: (date: string) => string): RuleTimeline {
  const byRule = Map.groupBy(
    stored.toSorted((a, b) => a.version - b.version),
    ({ ruleId }) => ruleId,
  )
  const made = new Map<string, RuleVersion>()
  const plans = new Map<string, DayPlan>()
  const at: RuleTimeline['at'] = (ruleId, on, wanted) => {
    const versions = byRule.get(ruleId) ?? []
    const found =
      versions.find(({ version }) => version === wanted) ??
      versions.findLast(({ effectiveOn }) => effectiveOn <= on) ??
      versions[0]
    if (!found) throw new Error(`attendance rule ${ruleId} has no version`)
    const zone = zoneOn(on)
    const key = `${ruleId} ${found.version} ${zone}`
    let version = made.get(key)
    if (!version) {
      const { settings, effectiveOn, deviceIds } = found
      version = { version: found.version, effectiveOn, rule: ruleOf(settings, zone), deviceIds }
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
