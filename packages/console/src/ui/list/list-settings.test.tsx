import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import type { ColumnSettings } from './list-column-settings.ts'
import { ListSettings } from './list-settings.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const columns = [
  { key: 'name', title: () => 'Name', isFixed: true },
  { key: 'door', title: () => 'Door' },
]

function List() {
  const [settings, setSettings] = useState<ColumnSettings | null>(null)
  return (
    <>
      <ListSettings columns={columns} settings={settings} onChange={setSettings} />
      <p>{settings?.hidden.join() ?? 'all'}</p>
    </>
  )
}

const button = () => screen.getByRole('button', { name: 'Columns and row height' })

it('the columns of a list are chosen below their button, which gets the focus back by Escape', async () => {
  render(<List />)
  fireEvent.click(button())
  const panel = await screen.findByRole('dialog', { name: 'Columns and row height' })
  expect(document.activeElement).toBe(panel)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Door' }))
  expect(screen.getByText('door')).toBeDefined()
  fireEvent.keyDown(panel, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button())
})

it('a press elsewhere closes the columns of a list', async () => {
  render(<List />)
  fireEvent.click(button())
  await screen.findByRole('dialog', { name: 'Columns and row height' })
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('dialog')).toBeNull()
})
