import { failuresThatStop, type RollOutState, shareOf, type UpgradeState } from './vocabulary.ts'

/** The plan by which a package is rolled out: some devices first, then the rest. */
export type RollOutPlan = {
  /** `timed`: the rest follows automatically; `manual`: when somebody approves it. */
  advance: 'manual' | 'timed'
  /** For `timed`: counted from the beginning of the first stage. */
  waitMinutes: number
  /** The roll-out stops automatically when failures exceed this share of the devices that have begun. */
  mostFailedPercent: number
  /** The failures that were known when somebody resumed the roll-out. */
  forgivenFailures: number
}

export type RollOutStage = 'first' | 'all'

/**
 * The number of devices in each state among those whose stage has begun, and the number of those that wait for their
 * stage.
 */
export type RollOutCounts = Partial<Record<UpgradeState, number>> & { unbegun: number }

export type RollOutStep = { state: RollOutState; stage: RollOutStage }

/**
 * The next step of a roll-out that runs. Failures count against all that were begun, so that one of three stops at
 * 30 % and one of a hundred does not.
 */
export function evaluateRollOut(
  plan: RollOutPlan,
  stage: RollOutStage,
  counts: RollOutCounts,
  minutesRunning: number,
): RollOutStep {
  const { unbegun } = counts
  const of = (...states: UpgradeState[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const failed = of('failed', 'rolled-back')
  const underWay = of('waiting', 'offered', 'downloading', 'verified', 'installing')
  const begun = failed + underWay + of('done')
  if (failed - plan.forgivenFailures >= failuresThatStop(begun, plan.mostFailedPercent))
    return { state: 'stopped', stage }
  if (stage === 'first') {
    // Nobody is waiting for the second stage, or its time has come and the first has shown that it works.
    const isTime = plan.advance === 'timed' && minutesRunning >= plan.waitMinutes && of('done') > 0
    if (isTime || (unbegun === 0 && underWay === 0)) return evaluateRollOut(plan, 'all', afterBeginning(counts), 0)
    return { state: 'running', stage }
  }
  return { state: underWay === 0 ? 'done' : 'running', stage }
}

const afterBeginning = ({ unbegun, ...counts }: RollOutCounts): RollOutCounts => ({
  ...counts,
  offered: (counts.offered ?? 0) + unbegun,
  unbegun: 0,
})

/** The devices that are first: a share of them (at least one), spread over the list rather than its beginning. */
export function pickShare<T>(items: readonly T[], percent: number): T[] {
  const count = shareOf(items.length, percent)
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]).filter(
    (item): item is T => item !== undefined,
  )
}
