import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shortcuts } from './shortcut-table.ts'

const source = join(import.meta.dirname, '../..')
const shown: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}
const listed = new Set(shortcuts.flatMap(({ keys }) => keys.flatMap((shortcut) => shortcut.keys)))

it('every key that an element of the console names stands in the list of shortcuts', () => {
  const files = globSync('**/*.tsx', { cwd: source })
  const named = files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return [...text.matchAll(/aria-keyshortcuts="([^"]+)"/g)].flatMap(([, keys = '']) => keys.split(' '))
  })
  expect(named.length).toBeGreaterThan(3)
  const written = named.map((keys) =>
    keys
      .split('+')
      .map((key) => shown[key] ?? (key.length === 1 ? key.toUpperCase() : key))
      .join('+'),
  )
  expect(written.filter((key) => !listed.has(key))).toEqual([])
})
