import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { DetailTabs } from './detail-tabs.tsx'

afterEach(cleanup)

const Address = () => <output>{useLocation().search}</output>
const draw = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <DetailTabs
        tabs={[
          { key: 'people', label: 'People', content: 'those who pass' },
          { key: 'doors', label: 'Doors', content: 'what they pass' },
          { key: 'rules', label: 'Rules', content: 'when they pass' },
        ]}
      />
      <Address />
    </MemoryRouter>,
  )
const tab = (name: string) => screen.getByRole('tab', { name })
const chosen = () => screen.getByRole('tab', { selected: true }).textContent
const panel = () => screen.getByRole('tabpanel')

it('a press chooses a tab, which the address keeps, but for the first', () => {
  draw('/page?id=7')
  expect(chosen()).toBe('People')
  fireEvent.click(tab('Doors'))
  expect(chosen()).toBe('Doors')
  expect(panel().textContent).toBe('what they pass')
  expect(screen.getByRole('status').textContent).toBe('?id=7&tab=doors')
  fireEvent.click(tab('People'))
  expect(screen.getByRole('status').textContent).toBe('?id=7')
})

it('an address leads to its tab, one that is not there to the first, and each panel has the name of its tab', () => {
  draw('/page?tab=rules')
  expect(panel().textContent).toBe('when they pass')
  expect(panel().getAttribute('aria-labelledby')).toBe(tab('Rules').id)
  expect(tab('Rules').getAttribute('aria-controls')).toBe(panel().id)
  cleanup()
  draw('/page?tab=former')
  expect(chosen()).toBe('People')
})

it('one tab is in the order of the page; arrows, Home and End move the focus among them and choose nothing', () => {
  draw('/page?tab=doors')
  const order = () => screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)
  expect(order()).toEqual([-1, 0, -1])
  tab('Doors').focus()
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  const focused: (string | null)[] = []
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
    press(key)
    focused.push(document.activeElement!.textContent)
  }
  expect(focused).toEqual(['Rules', 'People', 'Rules', 'People', 'Rules'])
  // up and down are the page's: nothing takes them
  for (const key of ['ArrowDown', 'ArrowUp']) expect(press(key)).toBe(true)
  expect(document.activeElement!.textContent).toBe('Rules')
  expect(chosen()).toBe('Doors')
})
