import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('packages/*/{src,test}/**/*.{ts,tsx}', { cwd: root })

/** A reader takes in the names of so many files at a glance. */
const maxFiles = 40

it('folders hold few enough files to be read at a glance, tests not counted', () => {
  expect(files.length).toBeGreaterThan(1_000)
  const counts = new Map<string, number>()
  for (const file of files.filter((name) => !/\.(test|spec)\.tsx?$/.test(name)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > maxFiles)).toEqual([])
})

it('limits are called max and min, and by no other words', () => {
  const named = files.filter((file) =>
    /\bconst (most|longest|least)[A-Z]\w*/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(named).toEqual([])
})
