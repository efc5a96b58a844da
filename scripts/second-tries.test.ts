import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
mkdirSync(join(root, '.cache'), { recursive: true })
// Below the root, where the runners find what they are made of.
const folder = mkdtempSync(join(root, '.cache/second-tries-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
/** One test that passes at once, one at its second try, and one never. */
const tests = (from: string) => `
  import { expect, test } from '${from}'
  import { existsSync, writeFileSync } from 'node:fs'
  import { join } from 'node:path'
  test('always', () => {})
  test('at last', () => {
    const mark = join(import.meta.dirname, 'mark-of-${from.replaceAll(/\W/g, '-')}')
    const isSecond = existsSync(mark)
    writeFileSync(mark, '')
    expect(isSecond).toBe(true)
  })
  test('never', () => expect(1).toBe(2))`

/** Runs a program of node_modules/.bin there; gives the lines that it notes. */
function notedBy(program: string, args: string[]): string[] {
  const list = join(folder, `${program}.log`)
  const { error, output } = spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], SECOND_TRIES: list },
    encoding: 'utf8',
  })
  if (error) throw error
  expect(output.join('\n')).toContain('never')
  return readFileSync(list, 'utf8').split('\n').filter(Boolean)
}

it('a run of Vitest notes which tests passed only at another try', () => {
  write('tried.test.ts', tests('vitest'))
  write(
    'vitest.config.ts',
    `import { secondTriesOfVitest } from '../../scripts/second-tries.ts'
    export default { test: { retry: 1, reporters: ['default', secondTriesOfVitest] } }`,
  )
  expect(notedBy('vitest', ['run'])).toEqual(['tried.test.ts › at last (try 2)'])
})

it('a run of the journeys notes which of them passed only at another try', () => {
  const e2e = join(root, 'packages/e2e')
  mkdirSync(join(folder, 'journeys'))
  write('journeys/tried.spec.ts', tests('@playwright/test'))
  write('package.json', '{ "type": "module" }')
  write(
    'playwright.config.ts',
    `export default { testDir: 'journeys', retries: 1, workers: 1,
      reporter: [['list'], [${JSON.stringify(join(e2e, 'second-tries-of-journeys.ts'))}]] }`,
  )
  const [noted, ...others] = notedBy('playwright', ['test'])
  expect(noted).toMatch(/journeys\/tried\.spec\.ts:\d+ › at last \(try 2\)$/)
  expect(others).toEqual([])
})

it('a run says at its end that every test passed at its first try, or names the others', () => {
  const module = JSON.stringify(join(import.meta.dirname, 'second-tries.ts'))
  const said = (deed: string) =>
    spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      `const { collectSecondTries, noteSecondTry, tellSecondTries } = await import(${module})
      collectSecondTries(${JSON.stringify(join(folder, 'said.log'))}); ${deed}; console.log(tellSecondTries())`,
    ]).stdout.toString()
  expect(said('')).toBe('Every test that passed did so at its first try.\n')
  expect(said("noteSecondTry('one', 2); noteSecondTry('other', 3)")).toBe(
    'Passed only at another try:\none (try 2)\nother (try 3)\n',
  )
  expect(said('')).toBe('Every test that passed did so at its first try.\n')
})
