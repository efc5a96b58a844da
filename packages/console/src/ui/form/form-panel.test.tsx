import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { useHoldForm } from './form-context.ts'
import { FormField } from './form-field.tsx'
import { FormPanel } from './form-panel.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

type Deeds = {
  onSubmit: () => Promise<string>
  onSaved?: (saved: string, goesOn: boolean) => void | Promise<void>
  isHeld?: boolean
  submitNamed?: (name: string) => string
}

function Hold({ isHeld }: { isHeld: boolean }) {
  useHoldForm(isHeld)
  return null
}

async function draw({ onSubmit, onSaved = () => {}, isHeld = false, submitNamed }: Deeds) {
  const form = (
    <App>
      <FormPanel
        title="A form"
        schema={z.object({ name: z.string().min(1) })}
        initial={{ name: 'Ines' }}
        submitLabel="Keep"
        {...(submitNamed && { submitNamed })}
        nextLabel="Keep and next"
        onSubmit={onSubmit}
        onSaved={onSaved}
        onClose={() => {}}
      >
        <FormField name="name" label="Name">
          <Input />
        </FormField>
        <Hold isHeld={isHeld} />
      </FormPanel>
    </App>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />)
  await screen.findByRole('textbox', { name: 'Name' })
}

/** Enter in a field presses the form's own button, unless it is off. */
const pressEnter = () => document.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`${name}$`) })

it('Enter pressed twice saves once', async () => {
  const saved = Promise.withResolvers<string>()
  const onSubmit = vi.fn<() => Promise<string>>(() => saved.promise)
  const onSaved = vi.fn<() => void>()
  await draw({ onSubmit, onSaved })
  pressEnter()
  pressEnter()
  await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  pressEnter()
  saved.resolve('saved')
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(onSubmit).toHaveBeenCalledOnce()
})

it('Enter saves nothing while a picture of the form is on its way', async () => {
  const onSubmit = vi.fn<() => Promise<string>>(async () => 'saved')
  await draw({ onSubmit, isHeld: true })
  pressEnter()
  expect(document.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled).toBe(true)
  expect(button('Keep').matches(':disabled')).toBe(true)
  expect(onSubmit).not.toHaveBeenCalled()
})

it('the form takes no second press until what follows saving is done', async () => {
  const followed = Promise.withResolvers<void>()
  const onSubmit = vi.fn<() => Promise<string>>(async () => 'saved')
  await draw({ onSubmit, onSaved: () => followed.promise })
  pressEnter()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
  pressEnter()
  fireEvent.click(button('Keep and next'))
  followed.resolve()
  await waitFor(() => expect(button('Keep and next').matches(':disabled')).toBe(false))
  expect(onSubmit).toHaveBeenCalledOnce()
})

it('Enter after a refused "save and next" saves and ends', async () => {
  const onSubmit = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no')).mockResolvedValue('saved')
  const onSaved = vi.fn<(saved: string, goesOn: boolean) => void>()
  await draw({ onSubmit, onSaved })
  fireEvent.click(button('Keep and next'))
  await waitFor(() => expect(button('Keep and next').matches(':disabled')).toBe(false))
  pressEnter()
  await waitFor(() => expect(onSaved).toHaveBeenLastCalledWith('saved', false))
})

it('the button names the whole field, and its own words while nothing stands there', async () => {
  await draw({ onSubmit: async () => 'saved', submitNamed: (name) => `Add ${name}` })
  await waitFor(() => expect(button('Add Ines')).toBeTruthy())
  const type = (value: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value } })
  type(' Dr. Ada  Whitlock ')
  await waitFor(() => expect(button('Add Dr. Ada Whitlock')).toBeTruthy())
  type(' ')
  await waitFor(() => expect(button('Keep')).toBeTruthy())
})
