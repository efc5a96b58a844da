import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOutcome } from '@gatehouse/contract/device/outcome-words.ts'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Outcomes of commands are told by drivers, and by what begins and ends emergencies. */
const files = globSync(['drivers/**/*.ts', 'features/lockdown/**/*.ts', 'device-link/outbox/**/*.ts'], {
  cwd: root,
}).filter((file) => !file.endsWith('.test.ts'))

/**
 * A sentence for people begins with a capital and ends with a full stop; what is logged begins small. The words of a setting stand there in
 * three languages already.
 */
const sentencesIn = (text: string) =>
  [...text.replaceAll(/\bw\(\s*(['"`])[^'"`\n]*\1/g, '').matchAll(/(['"`])([A-Z][^'"`\n]* [^'"`\n]*\.)\1/g)].map(
    ([, , said]) => said ?? '',
  )

it('every sentence that a driver can tell as an outcome has its word at the console', () => {
  expect(files.length).toBeGreaterThan(100)
  const said = files.flatMap((file) => sentencesIn(readFileSync(join(root, file), 'utf8')))
  expect(said.filter((sentence) => readOutcome(sentence) === undefined)).toEqual([])
})

it('the search finds a sentence in the middle of a call', () =>
  expect(
    sentencesIn("await done(id, isDone ? null : 'The relay is burnt.', 'logged, and small.', w('A hint of it.', '…'))"),
  ).toEqual(['The relay is burnt.']))
