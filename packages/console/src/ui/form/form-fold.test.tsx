import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { FormField } from './form-field.tsx'
import { FormFold } from './form-fold.tsx'
import { FormPanel } from './form-panel.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const schema = z.object({
  name: z.string().min(1),
  phone: z.string().max(5).nullable(),
  email: z.string().max(5).nullable(),
  card: z.string().nullable(),
})

function draw(initial: Record<string, unknown>, onSubmit = vi.fn<() => Promise<string>>(async () => 'saved')) {
  const field = (name: string, label: string) => (
    <FormField name={name} label={label}>
      <Input />
    </FormField>
  )
  const form = (
    <App>
      <FormPanel
        title="A form"
        schema={schema}
        initial={initial}
        submitLabel="Keep"
        onSubmit={onSubmit}
        onSaved={() => {}}
        onClose={() => {}}
      >
        {field('name', 'Name')}
        <FormFold title="Contact">
          {field('phone', 'Phone')}
          {field('email', 'Email')}
        </FormFold>
        <FormFold title="Cards">{field('card', 'Card')}</FormFold>
      </FormPanel>
    </App>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />)
  return onSubmit
}
const fold = (name: RegExp) => screen.getByRole('button', { name })

it('a fold names its fields, or counts the filled ones, and keeps them out of the way', async () => {
  draw({ name: 'Ines', card: '0102' })
  expect(await screen.findByRole('button', { name: 'Contact Phone · Email' })).toBeTruthy()
  expect(fold(/Cards 1 filled/).getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('textbox', { name: 'Card' })).toBeNull()
  fireEvent.click(fold(/Cards/))
  expect(screen.getByRole('textbox', { name: 'Card' })).toBeTruthy()
  expect(fold(/^Cards$/).getAttribute('aria-expanded')).toBe('true')
})

it('a wrong field opens its fold and takes the focus; folded again, the fold says so', async () => {
  const onSubmit = draw({ name: 'Ines', email: 'far too long' })
  fireEvent.click(await screen.findByRole('button', { name: 'Keep' }))
  const email = await screen.findByRole('textbox', { name: 'Email' })
  await waitFor(() => expect(document.activeElement).toBe(email))
  expect(fold(/^Contact/).getAttribute('aria-expanded')).toBe('true')
  expect(fold(/^Cards/).getAttribute('aria-expanded')).toBe('false')
  expect(onSubmit).not.toHaveBeenCalled()
  fireEvent.click(fold(/^Contact/))
  expect(fold(/^Contact 1 to correct/)).toBeTruthy()
})

it('fields in a fold that was never opened are saved with the rest', async () => {
  const onSubmit = draw({ name: 'Ines', phone: '123' })
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Ada' } })
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }))
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledWith({ name: 'Ada', phone: '123', email: null, card: null }, false),
  )
})

it('a form of several tells which of its two buttons saved', async () => {
  const onSaved = vi.fn<(saved: string, goesOn: boolean) => void>()
  const form = (
    <App>
      <FormPanel
        title="A form"
        schema={z.object({ name: z.string().min(1) })}
        initial={{ name: 'Ines' }}
        submitLabel="Keep"
        nextLabel="Keep and next"
        onSubmit={async () => 'saved'}
        onSaved={onSaved}
        onClose={() => {}}
      >
        <FormField name="name" label="Name">
          <Input />
        </FormField>
      </FormPanel>
    </App>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Keep and next' }))
  await waitFor(() => expect(onSaved).toHaveBeenLastCalledWith('saved', true))
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }))
  await waitFor(() => expect(onSaved).toHaveBeenLastCalledWith('saved', false))
})

it('a field that the address names is unfolded', async () => {
  location.hash = '#field-card'
  try {
    draw({ name: 'Ines' })
    expect(await screen.findByRole('textbox', { name: 'Card' })).toBeTruthy()
    expect(fold(/^Contact/).getAttribute('aria-expanded')).toBe('false')
  } finally {
    location.hash = ''
  }
})
