import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run-task.ts'

/**
 * Time limits of tests stand in `vitest.config.ts`, in `patience.ts` of the journeys and in the `until.ts` of the
 * tests: on a busy machine everything takes several times as long, and a shorter limit of one test is what fails there.
 * The limits below are no limits of waiting: the test is about them.
 */
const aboutTime: readonly (readonly [file: string, why: string])[] = [
  ['packages/server/src/features/live/live.test.ts', 'the stream ends before its next sign of life'],
  ['packages/face/src/browser/same-in-browser.test.ts', 'WebGPU without a card takes minutes'],
  ['packages/e2e/src/every-page.spec.ts', 'how long a layout may take to rest'],
  ['packages/e2e/src/patience.ts', 'one of several tries'],
]

const ownLimit = /\b(timeout|deadlineMs): \d{2,}|^\}, \d[\d_]*\)$|waitForTimeout\(/m

it('tests set no time limit of their own', () => {
  const files = globSync(['packages/*/{src,test}/**/*.{test,spec}.{ts,tsx}', 'packages/e2e/src/*.ts'], { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  const withLimit = files.filter((file) => ownLimit.test(readFileSync(join(root, file), 'utf8')))
  expect(withLimit.toSorted()).toEqual(aboutTime.map(([file]) => file).toSorted())
})

it('a device of a test goes offline through presence, which is written a moment later, and not by a statement', () => {
  const files = globSync('packages/server/{src,test}/**/*.ts', { cwd: root })
  expect(files.filter((file) => readFileSync(join(root, file), 'utf8').includes('set({ is_online: false })'))).toEqual(
    [],
  )
})

const lockedByHand = /sql`\s*(truncate|alter table|create trigger|drop (trigger|table))[^`]*`\s*\.execute\(/i

it('a test that locks whole tables of a running server uses executeAlone, which survives a deadlock with jobs', () => {
  const files = globSync('packages/server/{src,test}/**/*.test.ts', { cwd: root })
  expect(files.filter((file) => lockedByHand.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
