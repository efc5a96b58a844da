import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The bars of a file, each up to the end of its own element. */
function barsOf(source: string): string[] {
  return [...source.matchAll(/<div className="form-bar">/g)].map(({ index }) => {
    let depth = 0
    for (const { 0: tag, index: at } of source.slice(index).matchAll(/<div\b[^>]*>|<\/div>/g)) {
      if (!tag.endsWith('/>')) depth += tag === '</div>' ? -1 : 1
      if (depth === 0) return source.slice(index, index + at)
    }
    throw new Error('A bar does not end')
  })
}

const isTurned = (bar: string) => /type="primary"[^]*form:cancel/.test(bar)

it('in every bar at the end of a form the button that leaves stands before the one that does something', () => {
  const bars = globSync('**/*.tsx', { cwd: root }).flatMap((file) =>
    barsOf(readFileSync(join(root, file), 'utf8')).map((bar) => ({ file, bar })),
  )
  expect(bars.length).toBeGreaterThan(5)
  expect(bars.filter(({ bar }) => isTurned(bar)).map(({ file }) => file)).toEqual([])
})

it('a bar is read to its own end, whatever stands in it', () => {
  const inner = '<div><Button type="primary" /></div>'
  const [bar = ''] = barsOf(`<div className="form-bar">${inner}<Button>{t('form:cancel')}</Button></div><div></div>`)
  expect(isTurned(bar)).toBe(true)
})
