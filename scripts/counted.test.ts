import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run-task.ts'

/** Statements that count up to a limit, and how each figure says that there may be more. */
const upToALimit: readonly (readonly [file: string, how: string])[] = [
  ['packages/server/src/db/count-up-to.ts', 'counts to one more, and says isMore'],
  ['packages/server/src/features/alarms/record-alarm-store.ts', 'compared with that limit only'],
  ['packages/server/src/features/alarms/alarm-reads.ts', 'the bell says 99+'],
  [
    'packages/server/src/features/dashboard/dashboard-reads.ts',
    'counts to one more, and the dashboard says 1,000+; or looks whether it is one alone',
  ],
  ['packages/server/src/features/open-platform/webhook-reads.ts', '10,000 or more'],
  ['packages/server/src/features/person-groups/person-group-store.ts', 'compared with that limit only'],
  ['packages/server/src/features/records/capture-reads.ts', '10,000 or more'],
  ['packages/server/src/features/records/record-reads.ts', 'counts to one more, and says isMore'],
]

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The text between this bracket and the one that closes it. */
function inBrackets(text: string, open: number): string {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(open, at)
  }
  return text.slice(open)
}

const countsOver = /count\([^)]*\)[^`;]{0,200}?\bfrom \(/g

it('a count with a limit is no figure: each place that shows one says that there may be more', () => {
  const files = globSync('packages/server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((file) => {
    const text = read(file)
    return [...text.matchAll(countsOver)].some((match) =>
      /\blimit\b/.test(inBrackets(text, match.index + match[0].length - 1)),
    )
  })
  expect(found.toSorted()).toEqual(upToALimit.map(([file]) => file).toSorted())
})

it('The number of rows that a page has is said as "shown", or not at all', () => {
  const files = globSync('packages/console/src/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'))
  expect(files.length).toBeGreaterThan(200)
  const asFigure = /\.items\.length(?! ===| >| <)/
  const asShown = /t\('(list:shown|alarms:shown|registrations:visits\.total)', \{ count: [\w.?]+\.items\.length/
  const found = files.filter((file) =>
    read(file)
      .split('\n')
      .some((line) => asFigure.test(line) && !asShown.test(line)),
  )
  expect(found).toEqual([])
})
