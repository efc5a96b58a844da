import { expect, it } from 'vitest'
import type { ListColumn } from './list-column.ts'
import { fitColumns } from './list-fit.ts'

type Row = { id: string }
const column = (key: string, width: number, more: Partial<ListColumn<Row>> = {}): ListColumn<Row> => ({
  key,
  width,
  title: () => key,
  cell: () => key,
  ...more,
})
const columns = [
  column('person', 220, { isFixed: true }),
  column('time', 168, { card: 'line' }),
  column('result', 220, { card: 'beside' }),
  column('door', 200, { card: 'line' }),
  column('score', 80),
]
const fit = (room: number) => {
  const { shown, under } = fitColumns(columns, room)
  const keys = (all: readonly ListColumn<Row>[]) => all.map(({ key }) => key)
  return { shown: keys(shown), under: keys(under), width: shown.reduce((sum, { width }) => sum + width, 0) }
}

it('a narrow list keeps the name and the result, and what a card says besides stands under the name', () => {
  expect(fit(392)).toEqual({ shown: ['person', 'result'], under: ['time', 'door'], width: 392 })
})

it('a list with more room keeps the next column in its place', () => {
  expect(fit(552)).toEqual({ shown: ['person', 'time', 'result'], under: ['door'], width: 552 })
  expect(fit(900).shown).toEqual(['person', 'time', 'result', 'door', 'score'])
})

it('a result keeps the width that its longest word needs, and the name gives way', () => {
  const { shown } = fitColumns(
    [column('name', 190, { isFixed: true }), column('status', 160, { card: 'beside', minWidth: 160 })],
    300,
  )
  expect(shown.map(({ width }) => width)).toEqual([140, 160])
})

it('a column that must be read whole stands first under the name', () => {
  const more = [...columns, column('period', 160, { card: 'line', isLead: true })]
  expect(fitColumns(more, 392).under.map(({ key }) => key)).toEqual(['period', 'time', 'door'])
})

it('the name is there however narrow the list is', () => {
  expect(fit(100).shown).toEqual(['person'])
})

it('a short name keeps its width, and another column gives way', () => {
  const { shown } = fitColumns([column('account', 150, { isFixed: true }), column('email', 205, { card: 'line' })], 340)
  expect(shown.map(({ key, width }) => [key, width])).toEqual([['account', 150]])
})
