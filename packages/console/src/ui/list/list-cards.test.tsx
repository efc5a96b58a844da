import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { ListCards } from './list-cards.tsx'
import type { ListColumn } from './list-column.ts'

beforeAll(startI18n)
afterEach(cleanup)

type Visit = { id: string; name: string; from: string; to: string }
const columns: readonly ListColumn<Visit>[] = [
  { key: 'name', title: () => 'Name', width: 100, cell: ({ name }) => name, isFixed: true },
  { key: 'from', title: () => 'From', width: 100, cell: ({ from }) => from, card: 'line' },
  { key: 'to', title: () => 'To', width: 100, cell: ({ to }) => to, card: 'line', isEnd: true },
]

it('the end of a period is told apart from a further fact of a row, so that a dash joins it to its beginning', () => {
  render(
    <ListCards
      label="Visits"
      rows={[{ id: 'one', name: 'Ada', from: '08:00', to: '18:00' }]}
      columns={columns}
      rowName={({ name }) => name}
      actions={[]}
      isStale={false}
      above={null}
    />,
  )
  expect(screen.getByText('18:00').dataset['end']).toBe('true')
  expect(screen.getByText('08:00').dataset['end']).toBeUndefined()
})
