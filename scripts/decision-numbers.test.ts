import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run-task.ts'

const folder = join(root, 'docs/adr')
const decisions = readdirSync(folder).toSorted()
/**
 * Migrations are never edited after their release; migrations from before 0.1.0 name decisions by the numbers of that
 * time.
 */
const unchanged = /^packages\/server\/src\/db\/before-release\/migrations\//

it('decisions are numbered without gaps, by their files and by their titles', () => {
  expect(decisions.length).toBeGreaterThan(50)
  for (const [index, file] of decisions.entries()) {
    expect(file).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`))
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(new RegExp(`^# ${index + 1}\\. `))
  }
})

it('Every text that names a decision names one that exists', () => {
  const files = execFileSync('git', ['grep', '-lE', 'ADRs? [0-9]|adr/[0-9]'], { cwd: root, encoding: 'utf8' })
  const named = files
    .trim()
    .split('\n')
    .filter((file) => !unchanged.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const numbers = [...text.matchAll(/\bADRs? (\d+)/g)].map(([, number]) => Number(number))
      const links = [...text.matchAll(/\badr\/(\d{4}-[a-z0-9-]+\.md)/g)].map(([, name]) => name ?? '')
      return [
        ...numbers.filter((number) => number < 1 || number > decisions.length),
        ...links.filter((name) => !decisions.includes(name)),
      ].map((wrong) => `${file}: ${wrong}`)
    })
  expect(named).toEqual([])
})
