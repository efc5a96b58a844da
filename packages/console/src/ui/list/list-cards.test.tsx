import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { ListCards } from './list-cards.tsx'
import type { ListColumn } from './list-column.ts'

beforeAll(startI18n)
afterEach(cleanup)

type Visit = { id: string; name: string; company: string; from: string; to: string }
const columns: readonly ListColumn<Visit>[] = [
  { key: 'name', title: () => 'Name', width: 100, cell: ({ name }) => name, isFixed: true },
  { key: 'company', title: () => 'Company', width: 100, cell: ({ company }) => company, card: 'line' },
  { key: 'from', title: () => 'From', width: 100, cell: ({ from }) => from, card: 'line', isLead: true },
  { key: 'to', title: () => 'To', width: 100, cell: ({ to }) => to, card: 'line', isLead: true, isEnd: true },
]

it('a period stands first in a row, and a dash joins its ends', () => {
  render(
    <ListCards
      label="Visits"
      rows={[{ id: 'one', name: 'Ada', company: 'Works', from: '08:00', to: '18:00' }]}
      columns={columns}
      rowName={({ name }) => name}
      actions={[]}
      isStale={false}
      above={null}
    />,
  )
  expect(screen.getByText('18:00').dataset['end']).toBe('true')
  expect(screen.getByText('08:00').dataset['end']).toBeUndefined()
  const [line] = screen.getAllByRole('paragraph')
  expect(line?.textContent).toBe('From 08:00To 18:00Company Works')
})
