import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { renderRoutes } from '../../../test/render-routes.tsx'
import type { ListFilter } from './list-filter.ts'
import { ListFiltersPanel } from './list-filters-panel.tsx'

afterEach(cleanup)

const towns = Array.from({ length: 101 }, (_, n) => ({ value: `town-${n}`, label: `Town ${n}` }))
const filters: ListFilter[] = [
  {
    key: 'kind',
    label: 'Kind',
    options: [
      { value: 'staff', label: 'Staff' },
      { value: 'visitor', label: 'Visitor' },
    ],
  },
  { key: 'town', label: 'Town', options: towns },
]

function List() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <output>{useLocation().search}</output>
      {isOpen && <ListFiltersPanel filters={filters} onClear={() => undefined} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function openPanel(address = '/') {
  renderRoutes([{ path: '/', element: <List /> }], address)
  const button = screen.getByRole('button', { name: 'Open' })
  button.focus()
  fireEvent.click(button)
  return button
}
const kind = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind' })

it('a choice stands in the address, and All takes it away', async () => {
  openPanel('/?kind=staff&page=3')
  expect(kind().selectedOptions[0]?.textContent).toBe('Staff')
  fireEvent.change(kind(), { target: { value: 'visitor' } })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('?kind=visitor'))
  fireEvent.change(kind(), { target: { value: '' } })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
})

it('among more than a hundred choices one is found by its name, and none is drawn before', async () => {
  openPanel('/?town=town-7')
  const town = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Town' })
  await waitFor(() => expect(town().value).toBe('Town 7'))
  expect(screen.queryAllByRole('option', { name: /^Town/ })).toEqual([])
  fireEvent.change(town(), { target: { value: 'town 42' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Town 42' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('?town=town-42'))
})

it('Escape closes the panel, and its button has the focus again', async () => {
  const button = openPanel()
  const panel = screen.getByRole('dialog')
  await waitFor(() => expect(document.activeElement).toBe(panel))
  fireEvent.keyDown(kind(), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
})

it('a key of another dialog is not the panel’s', async () => {
  openPanel()
  const other = document.createElement('div')
  other.setAttribute('role', 'dialog')
  other.tabIndex = -1
  document.body.append(other)
  other.focus()
  fireEvent.keyDown(other, { key: 'Escape' })
  other.remove()
  expect(await screen.findByRole('dialog')).toBeDefined()
})
