import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const lists = globSync('features/**/*.tsx', { cwd: root })
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => text.includes('<ListPage'))

it('each list has a drawing of its own for when it is empty, which no list of another feature has', () => {
  const featuresOf = new Map<string, Set<string>>()
  const without: string[] = []
  for (const { file, text } of lists) {
    const drawings = [...text.matchAll(/drawing: '(\w+)'/g)].map(([, name = '']) => name)
    if (drawings.length === 0) without.push(file)
    for (const name of drawings)
      featuresOf.set(name, (featuresOf.get(name) ?? new Set()).add(file.split(/[/\\]/)[1] ?? ''))
  }
  expect(lists.length).toBeGreaterThan(20)
  expect(without).toEqual([])
  expect([...featuresOf].filter(([, features]) => features.size > 1)).toEqual([])
})
