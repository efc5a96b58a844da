import { expect, it } from 'vitest'
import type { ListColumn, ListRow } from '../ui/list/list-column.ts'
import { besideColumns } from '../ui/list/list-table.tsx'

/** A sheet in a window of 1440 pixels: beside the menu, within its margins. */
const sheet = 1_440 - 216 - 2 * 8

type Columns = readonly ListColumn<ListRow>[]
const isColumns = (value: unknown): value is Columns =>
  Array.isArray(value) && value.every((one: unknown) => typeof one === 'object' && one !== null && 'width' in one)

const modules = import.meta.glob<Record<string, unknown>>('../features/**/*-columns.tsx', { eager: true })
const lists = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => {
    const sets: [string, unknown][] =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [[name, value]]
    return sets.flatMap(([of, columns]) => (isColumns(columns) ? [{ file, of, columns }] : []))
  }),
)

const sources = import.meta.glob<string>('../features/**/*.tsx', { eager: true, query: '?raw', import: 'default' })

/** The room that the rows' boxes and menus take, by what the pages that draw these columns pass to their lists. */
function besideOf(file: string): number {
  const [, name = ''] = /([^/]+)$/.exec(file) ?? []
  const drawing = Object.values(sources).filter(
    (source) => source.includes(`/${name}'`) && source.includes('<ListPage'),
  )
  const passes = (what: RegExp) => drawing.some((source) => what.test(source))
  return besideColumns(passes(/\bactions=\{actions\}/), passes(/\bbulk=\{/))
}

it('the columns of lists are found', () => {
  expect(lists.length).toBeGreaterThan(15)
  expect(besideOf('device-columns.tsx')).toBe(besideColumns(true, true))
  expect(besideOf('lockdown-columns.tsx')).toBe(besideColumns(true, false))
})

// The journey over every page measures those with rows; the widths of all are these.
it.each(lists)('no column of $of in $file that is shown at first ends beyond the sheet', ({ file, columns }) => {
  const shown = columns.filter(({ isHidden }) => isHidden !== true)
  expect(shown.reduce((sum, { width }) => sum + width, besideOf(file))).toBeLessThanOrEqual(sheet)
})
