import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inLight } from './theme.ts'
import { darkColours, lightColours } from './theme-tokens.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const themeCss = read('ui/theme/theme.css')
const styles = globSync('**/*.css', { cwd: root }).map((file) => ({ file, text: read(file) }))
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
const everyText = [...styles.map(({ text }) => text), ...sources.map(read)].join('\n')

const variablesOf = (selector: string) => {
  const rule = themeCss.slice(themeCss.indexOf(`${selector} {`))
  const body = rule.slice(0, rule.indexOf('\n}'))
  return Object.fromEntries(
    [...body.matchAll(/^\s*--([\w-]+): (#[0-9a-f]+);/gm)].map(([, name, value]) => [name, value]),
  )
}

it.each([
  ['light', ':root', lightColours],
  ['dark', ":root[data-theme='dark']", darkColours],
])('the component library has the %s colours of the style sheet', (_, selector, colours) => {
  const written = { ...variablesOf(':root'), ...variablesOf(selector) }
  expect(written).toMatchObject(colours)
})

it('a drawing to take along is light, and the page stays dark, also when the drawing fails', () => {
  const { dataset } = document.documentElement
  dataset['theme'] = 'dark'
  expect(inLight(() => dataset['theme'])).toBe('light')
  expect(() =>
    inLight(() => {
      throw new Error('no pen')
    }),
  ).toThrow('no pen')
  expect(dataset['theme']).toBe('dark')
})

it('every variable that a style sheet uses is written somewhere', () => {
  const written = new Set([...everyText.matchAll(/(--[\w-]+)['"]?\]?:/g)].map(([, name]) => name))
  const unknown = styles.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].flatMap(([, name]) => (written.has(name) ? [] : [`${file} ${name}`])),
  )
  expect(unknown).toEqual([])
})

it('no class begins rules of two style sheets: whichever page was opened before, each looks the same', () => {
  const sheetsOf = new Map<string, Set<string>>()
  for (const { file, text } of styles.filter(({ file }) => !file.endsWith('print.css')))
    for (const [, name = ''] of text.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/^(\.[\w-]+) \{$/gm))
      sheetsOf.set(name, (sheetsOf.get(name) ?? new Set()).add(file))
  expect([...sheetsOf].filter(([, sheets]) => sheets.size > 1).map(([name, sheets]) => [name, ...sheets])).toEqual([])
})

it('sizes and weights of letters are those of the design', () => {
  const own = styles.filter(({ file }) => !/theme\.css|phone|display|exhibition|print/.test(file))
  const sizes = own.flatMap(({ file, text }) =>
    [...text.matchAll(/font-(?:size|weight): (\d[^;]*);/g)].map(([, value]) => `${file} ${value}`),
  )
  // the one number that a page is about, captions of axes and keys, paper, and words that only a reader hears
  expect(sizes.filter((size) => !/ (0|44px|56px|11px|40px|\d+pt)$/.test(size))).toEqual([])
})

it('a button that is disabled looks so under the pointer, too', () => {
  const lively = styles.flatMap(({ file, text }) => {
    const disabled = [...text.matchAll(/^(\.[\w-]+)[^\n]*:disabled/gm)].map(([, name]) => name)
    return [...text.matchAll(/^(\.[\w-]+)[^\n]*:hover[^\n]*/gm)]
      .filter(([rule, name]) => disabled.includes(name) && !/:enabled|:not\(:disabled\)/.test(rule))
      .map(([rule]) => `${file} ${rule}`)
  })
  expect(lively).toEqual([])
})
