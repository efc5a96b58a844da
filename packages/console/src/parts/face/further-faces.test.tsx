import type { PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { answerCalls, refusal } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { clearSession, setUser } from '../../lib/session.ts'
import { FurtherFacesField } from './further-faces.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
beforeEach(() => setUser(sessionUserOf('superAdmin')))
afterEach(() => {
  cleanup()
  clearSession()
})

const idOf = (n: number) => `0199aaaa-0000-7000-8000-00000000000${n}`
const verdict = (n: number): PortraitVerdict => ({
  id: idOf(n),
  width: 10,
  height: 10,
  face: { x: 0, y: 0, width: 5, height: 5 },
  checks: [],
})

/** A form whose main portrait is number 1, and whose uploads are answered by these, one after the other. */
function show(answers: readonly unknown[], format = 'heic') {
  const left = [...answers]
  answerCalls({ 'POST /api/v2/portraits': () => left.shift() })
  const form = (
    <Form initialValues={{ portraitId: idOf(1) }}>
      <Form.Item name="portraitId">
        <input />
      </Form.Item>
      <FurtherFacesField />
    </Form>
  )
  renderRoutes([{ path: '/', element: form }], '/')
  const files = answers.map((_, i) => new File(['face'], `${i}.${format}`, { type: `image/${format}` }))
  fireEvent.change(document.querySelector('input[multiple]')!, { target: { files } })
}
const item = (number: number) => screen.findByRole('listitem', { name: `Photograph ${number}` })

it('[MAN-08] a further portrait of somebody else is refused by the names of those that it is unlike, and by what to do', async () => {
  const unlike = refusal(409, 'portrait.other-person', 'Leave it out, or take a new one.', {
    portraitIds: [idOf(4)],
    unlike: { [idOf(4)]: [idOf(1), idOf(3)] },
  })
  show([verdict(2), verdict(3), unlike])
  const refused = within(await item(3))
  await refused.findByText('Not like the portrait above.')
  refused.getByText('Not like photograph 2.')
  expect(refused.queryByText('Not like photograph 1.')).toBeNull()
  refused.getByText(/^This portrait does not look like the others\./)
})

it('closing the crop of a further portrait gives the focus back to the button that opened it', async () => {
  show([verdict(2), verdict(3)], 'jpeg')
  const name = 'Crop or turn: Photograph 2'
  const opener = await screen.findByRole('button', { name })
  opener.focus()
  // This browser draws no picture: the crop closes by itself, as by its button.
  fireEvent.click(opener)
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe(name)
  expect(document.activeElement).not.toBe(opener)
})

it('a further portrait that a busy server puts off is sent again by itself, and the form says so meanwhile', async () => {
  const again = Promise.withResolvers<unknown>()
  show([refusal(503, 'server.busy', '', { seconds: 0.01 }), again.promise])
  const put = within(await item(1))
  await put.findByText('The server is busy with other photographs. This one is sent again by itself.')
  again.resolve(verdict(2))
  expect(await put.findByText('This portrait is fine')).toBeTruthy()
})

it('[MAN-08] a picture that the server never looked at is not called a bad one', async () => {
  show([
    refusal(429, 'request.too-many', 'Too many requests.', { seconds: 9 }),
    refusal(422, 'portrait.unreadable', 'Use a jpg.'),
  ])
  const unchecked = within(await item(1))
  await unchecked.findByText('This portrait was not checked')
  unchecked.getByText('Too many requests.')
  expect(unchecked.queryByText('This portrait cannot be used')).toBeNull()
  await within(await item(2)).findByText('This portrait cannot be used')
})

it('[MAN-08] a file that is a picture by its name alone is shown as none, and is not offered to be cropped', async () => {
  show([refusal(422, 'portrait.unreadable', 'Use a jpg.')], 'jpeg')
  const refused = within(await item(1))
  await refused.findByRole('button', { name: 'Crop or turn: Photograph 1' })
  fireEvent.error(refused.getByRole('img', { name: 'Photograph 1' }))
  expect(refused.queryByRole('img')).toBeNull()
  expect(refused.queryByRole('button', { name: 'Crop or turn: Photograph 1' })).toBeNull()
  refused.getByRole('button', { name: 'Remove: Photograph 1' })
})

it('further portraits are offered beside a new main portrait, not beside the one that a person has', async () => {
  const form = (
    <Form initialValues={{ portraitId: idOf(1) }}>
      <Form.Item name="portraitId">
        <input aria-label="Main" />
      </Form.Item>
      <FurtherFacesField former={idOf(1)} />
    </Form>
  )
  renderRoutes([{ path: '/', element: form }], '/')
  expect(screen.queryByRole('button', { name: 'Further portraits' })).toBeNull()
  fireEvent.change(screen.getByLabelText('Main'), { target: { value: idOf(2) } })
  expect(await screen.findByRole('button', { name: 'Further portraits' })).toBeTruthy()
})
