import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Names the file in which a run of all tests collects them; a run of some has none. */
const variable = 'SECOND_TRIES'

/** Begins a new list in this file, for the programs that are started from now on. */
export function collectSecondTries(file: string): void {
  rmSync(file, { force: true })
  process.env[variable] = file
}

/** Notes a test that failed and then passed: it counts as passed, and would be forgotten. */
export function noteSecondTry(test: string, tries: number): void {
  const file = process.env[variable]
  if (file !== undefined) appendFileSync(file, `${test} (try ${tries})\n`)
}

/** The log says them at its end, one line each. */
export function tellSecondTries(): string {
  const file = process.env[variable]
  const tests = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : ''
  return tests === ''
    ? 'Every test that passed did so at its first try.'
    : `Passed only at another try:\n${tests.trimEnd()}`
}

/** The reporter of Vitest. */
export const secondTriesOfVitest: Reporter = {
  onTestCaseResult(test) {
    const { flaky, retryCount } = test.diagnostic() ?? { flaky: false, retryCount: 0 }
    if (flaky) noteSecondTry(`${test.module.relativeModuleId} › ${test.fullName}`, retryCount + 1)
  },
}
