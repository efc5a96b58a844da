import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { ReplacedPicture } from './replaced-picture.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const warning = /^Saving deletes the picture so far, at the doors as well\./

async function draw(former: { portraitId: string | null; displayPortraitId?: string | null }) {
  const form = (
    <App>
      <FormPanel
        title="A person"
        schema={z.object({ portraitId: z.string().nullable(), displayPortraitId: z.string().nullable() })}
        initial={former}
        submitLabel="Keep"
        noteOf={(form) => <ReplacedPicture form={form} former={former} />}
        onSubmit={async () => ''}
        onSaved={() => {}}
        onClose={() => {}}
      >
        <FormField name="portraitId" label="Portrait">
          <Input />
        </FormField>
        <FormField name="displayPortraitId" label="Display portrait">
          <Input />
        </FormField>
      </FormPanel>
    </App>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />)
  return screen.findByRole('textbox', { name: 'Portrait' })
}
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

it.each(['Portrait', 'Display portrait'])(
  '%s that replaces another one is warned of before saving, until it is the former again',
  async (name) => {
    await draw({ portraitId: 'before', displayPortraitId: 'before' })
    expect(screen.queryByText(warning)).toBeNull()
    type(name, 'other')
    expect(await screen.findByText(warning)).toBeTruthy()
    type(name, 'before')
    await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
  },
)

it('the first picture of somebody replaces nothing', async () => {
  await draw({ portraitId: null })
  type('Portrait', 'first')
  type('Display portrait', 'first')
  expect(screen.queryByText(warning)).toBeNull()
})
