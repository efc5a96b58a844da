import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useMenu } from './menu.tsx'

const edit = vi.fn<() => void>()
const remove = vi.fn<() => void>()

function Page() {
  const menu = useMenu([
    { key: 'edit', label: 'Edit', run: edit },
    { key: 'move', label: 'Move', run: edit, disabledReason: 'It is in use' },
    { key: 'delete', label: 'Delete', run: remove, isDangerous: true, isApart: true },
  ])
  return (
    <>
      <button {...menu.props}>More</button>
      {menu.menu}
    </>
  )
}

function Choices() {
  const [theme, setTheme] = useState('Light')
  const menu = useMenu(
    ['Light', 'Dark'].map((name, index) => ({
      key: name,
      label: name,
      isChosen: name === theme,
      stays: true,
      run: () => setTheme(name),
      ...(index === 0 && { heading: 'Theme' }),
    })),
  )
  return (
    <>
      <button {...menu.props}>More</button>
      {menu.menu}
    </>
  )
}

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const open = () => {
  render(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  return screen.getByRole('menu')
}
const focused = () => document.activeElement?.textContent

it('a menu takes the focus, is walked with the arrow keys and a letter, and gives the focus back', () => {
  const menu = open()
  expect(focused()).toBe('Edit')
  fireEvent.keyDown(menu, { key: 'ArrowUp' })
  expect(focused()).toBe('Delete')
  fireEvent.keyDown(menu, { key: 'ArrowDown' })
  expect(focused()).toBe('Edit')
  fireEvent.keyDown(menu, { key: 'd' })
  expect(focused()).toBe('Delete')
  fireEvent.keyDown(menu, { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBeNull()
  expect(focused()).toBe('More')
})

it('a chosen entry runs once the menu is closed; one that cannot be chosen says why and does nothing', () => {
  open()
  fireEvent.click(screen.getByRole('menuitem', { name: /Move/ }))
  expect(edit).not.toHaveBeenCalled()
  expect(screen.getByText('It is in use')).toBeTruthy()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(remove).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

it('of several choices the one that holds is marked, and the menu stays to see another working', () => {
  render(<Choices />)
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.getByRole('group', { name: 'Theme' }).querySelectorAll('button')).toHaveLength(2)
  expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('Light')
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'd' })
  expect(focused()).toBe('Dark')
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('Dark')
})

it('a press anywhere else closes the menu', () => {
  open()
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})
