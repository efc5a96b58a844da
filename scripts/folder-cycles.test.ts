import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The folders of the product, each with those whose values it imports; a folder and its own subfolders count as one room. */
function readFolders(files: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>()
  for (const [file, text] of files)
    for (const [, names = '', path = ''] of text.matchAll(/^import\s+(?!type\b)([^'"]*?)from\s+'(\.[^']+)'/gm)) {
      const listed = /\{([^}]*)\}/
        .exec(names)?.[1]
        ?.split(',')
        .map((name) => name.trim())
      if (listed?.every((name) => name === '' || name.startsWith('type '))) continue
      const [from, to] = [dirname(file), dirname(join(dirname(file), path))]
      if (from === to || from.startsWith(`${to}/`) || to.startsWith(`${from}/`)) continue
      folders.set(from, (folders.get(from) ?? new Set()).add(to))
    }
  return folders
}

/** The first way found from a folder through others back to it. */
function findCycle(folders: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>()
  const walk = (folder: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder]
    if (done.has(folder)) return undefined
    for (const next of folders.get(folder) ?? []) {
      const cycle = walk(next, [...way, folder])
      if (cycle) return cycle
    }
    done.add(folder)
    return undefined
  }
  for (const folder of folders.keys()) {
    const cycle = walk(folder, [])
    if (cycle) return cycle
  }
  return undefined
}

const isProduct = (file: string) => !/\.(test|spec)\.tsx?$|^packages\/(e2e|testkit|[^/]+\/test)\//.test(file)

it('no folder of the product needs another that needs it', () => {
  const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter(isProduct)
  expect(files.length).toBeGreaterThan(1_000)
  const folders = readFolders(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
  expect(findCycle(folders)).toBeUndefined()
})

it('two folders that import values of each other are found, types and subfolders are not', () => {
  const folders = (files: Record<string, string>) => findCycle(readFolders(new Map(Object.entries(files))))
  const there = "import { b } from '../b/b.ts'\n"
  expect(folders({ 'a/a.ts': there, 'b/b.ts': "import { a } from '../a/a.ts'\n" })).toEqual(['a', 'b', 'a'])
  expect(folders({ 'a/a.ts': there, 'b/b.ts': "import { type A } from '../a/a.ts'\n" })).toBeUndefined()
  expect(
    folders({ 'a/a.ts': "import { b } from './b/b.ts'\n", 'a/b/b.ts': "import { a } from '../a.ts'\n" }),
  ).toBeUndefined()
})
