import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { startI18n } from '../../i18n/i18n.ts'
import type { FilterSource } from './list-filter.ts'
import { ListFilterSearch } from './list-filter-search.tsx'

const doors = ['Main entrance', 'Laboratory', 'Loading bay'].map((label, index) => ({ value: `${index}`, label }))
const source: FilterSource = {
  key: ['devices', 'filter'],
  find: (keyword) => Promise.resolve(doors.filter(({ label }) => label.toLowerCase().includes(keyword.toLowerCase()))),
  name: (value) => Promise.resolve(doors.find((door) => door.value === value)?.label),
}

function Filter({ start }: { start: string | null }) {
  const [value, setValue] = useState(start)
  return (
    <QueryClientProvider client={queryClient}>
      <ListFilterSearch label="Door" source={source} value={value} onChange={(next) => setValue(next ?? null)} />
      <output>{value ?? 'none'}</output>
    </QueryClientProvider>
  )
}

beforeAll(startI18n)
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Door' })
const chosen = () => screen.getByRole('status').textContent
const press = (key: string) => fireEvent.keyDown(field(), { key })

it('a value is found by typing and taken by key', async () => {
  render(<Filter start={null} />)
  fireEvent.change(field(), { target: { value: 'lo' } })
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Loading bay'])
  press('Enter')
  expect(chosen()).toBe('2')
  await waitFor(() => expect(field().value).toBe('Loading bay'))
  expect(screen.queryAllByRole('option')).toEqual([])
})

it('the arrows open the values and walk around their ends', async () => {
  render(<Filter start={null} />)
  press('ArrowDown')
  await screen.findAllByRole('option')
  const active = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)
  press('ArrowUp')
  expect(active()).toEqual(['Loading bay'])
  press('ArrowDown')
  expect(active()).toEqual(['Main entrance'])
})

it('Escape leaves the value as it is, and its button takes it away', async () => {
  render(<Filter start="1" />)
  await waitFor(() => expect(field().value).toBe('Laboratory'))
  fireEvent.change(field(), { target: { value: 'main' } })
  await screen.findByRole('option', { name: 'Main entrance' })
  press('Escape')
  expect(field().value).toBe('Laboratory')
  expect(chosen()).toBe('1')
  fireEvent.click(screen.getByRole('button'))
  expect(chosen()).toBe('none')
})
