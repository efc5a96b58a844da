import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemsEn } from '@gatehouse/contract/texts/problems.ts'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../contract/src')
// Input from devices is refused in the terms of the link.
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('device'),
)
const named = new Set(
  sources.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/error: '([a-z-]+)'/g)].map(([, code]) => code),
  ),
)

it.each([...named])('[ERR-03] the problem %s, which a schema names, has words', (problem) => {
  expect(Object.keys(problemsEn)).toContain(problem)
})
