import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { noteSecondTry } from '../../scripts/second-tries.ts'

/** The reporter of Playwright, beside its own list. */
// oxlint-disable-next-line import/no-default-export -- Playwright makes one of the default export
export default class SecondTriesOfJourneys implements Reporter {
  onTestEnd(test: TestCase, { status, retry }: TestResult): void {
    if (status !== 'passed' || retry === 0) return
    const { file, line } = test.location
    noteSecondTry(`${relative(import.meta.dirname, file)}:${line} › ${test.title}`, retry + 1)
  }
}
