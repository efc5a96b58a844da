import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pageNames } from '@gatehouse/contract/navigation.ts'
import { expect, it } from 'vitest'
import { consoleAreas } from '../i18n/catalogs.ts'
import { pageSources } from './page-modules.ts'

const here = import.meta.dirname
const areas = readdirSync(join(here, '../i18n/en')).map((file) => file.replace('.ts', ''))
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The areas of the texts that a file and all that it imports name, as `area:place.of.text`. */
function areasNamed(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !/\.tsx?$/.test(file) || file.includes('/i18n/')) return []
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const imported = all(text, /(?:from |import\()'(\.[^']+)'/g)
  const named = all(text, /['`](\w+):\w/g).filter((name) => areas.includes(name))
  return [...named, ...imported.flatMap((name) => areasNamed(join(dirname(file), name), seen))]
}

const table = readFileSync(join(here, 'page-modules.ts'), 'utf8')
const fileOf = (page: string) =>
  new RegExp(`\\b${page}: source\\(\\s*\\(\\) => import\\('([^']+)'`).exec(table)?.[1] ?? ''

it.each(pageNames)(
  '[ERR-04] %s loads every area of texts that its files name: it may be the first page that is opened',
  (page) => {
    const named = areasNamed(join(here, fileOf(page)))
    expect(named).not.toEqual([])
    const loaded: readonly string[] = [...consoleAreas, ...pageSources[page].areas]
    expect(named.filter((area) => !loaded.includes(area))).toEqual([])
  },
)
