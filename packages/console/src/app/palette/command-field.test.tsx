import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { CommandField } from './command-field.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter>
          <button type="button">Elsewhere</button>
          <button type="button">Later</button>
          <CommandField />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  )
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Go to, find, do/ })

it('letters typed before the palette is loaded are in it when it comes', async () => {
  show()
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true })
  expect(document.activeElement).toBe(field())
  for (const text of ['m', 'mi', 'mina']) fireEvent.change(field(), { target: { value: text } })
  const palette = await screen.findByRole<HTMLInputElement>('combobox')
  expect(palette.value).toBe('mina')
})

it('the focus is where it was once the palette is closed', async () => {
  show()
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
  elsewhere.focus()
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(await screen.findByRole('combobox'), { key: 'Escape', code: 'Escape', keyCode: 27 })
  await expect.poll(() => screen.queryByRole('combobox')).toBeNull()
  expect(document.activeElement).toBe(elsewhere)
  expect(field().value).toBe('')
})

it('the list of shortcuts gives the focus back to where it was, not to where the palette was opened before', async () => {
  show()
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
  elsewhere.focus()
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(await screen.findByRole('combobox'), { key: 'Escape', code: 'Escape', keyCode: 27 })
  await expect.poll(() => screen.queryByRole('combobox')).toBeNull()
  const later = screen.getByRole('button', { name: 'Later' })
  later.focus()
  fireEvent.keyDown(document, { key: '?' })
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape', code: 'Escape', keyCode: 27 })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(later)
})
