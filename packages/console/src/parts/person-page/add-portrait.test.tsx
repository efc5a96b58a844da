import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, type SeenCall } from '../../../test/answer-calls.ts'
import { unreadableFile } from '../../../test/unreadable-file.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { clearSession, setUser } from '../../lib/session.ts'
import { AddPortrait } from './add-portrait.tsx'

beforeAll(async () => {
  // jsdom does not tell whether a page is secure
  vi.stubGlobal('isSecureContext', false)
  await startI18n()
  await changeLanguage('en')
})
beforeEach(() => setUser(sessionUserOf('superAdmin')))
afterEach(() => {
  cleanup()
  clearSession()
})

const id = '0199aaaa-0000-7000-8000-000000000001'
const verdict = { id, width: 10, height: 10, face: { x: 0, y: 0, width: 5, height: 5 }, checks: [] }

it('a picture that was moved after it was chosen is told, and another one can be added', async () => {
  answerCalls({ 'POST /api/v2/portraits': verdict })
  const person = { id, kind: 'staff', name: 'Ada', stamp: '1' } as const
  renderRoutes([{ path: '/', element: <AddPortrait person={person} onClose={() => {}} /> }], '/')
  const choose = (file: File) =>
    fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [file] } })
  choose(unreadableFile('moved.jpg'))
  await screen.findByText(/^This file cannot be read/)
  choose(new File(['face'], 'one.jpg', { type: 'image/jpeg' }))
  const add = screen.getAllByRole('button').find((button) => button.classList.contains('ant-btn-primary'))!
  await waitFor(() => expect(add.matches(':disabled')).toBe(false))
})

it('a portrait is not added while another picture for it is being checked', async () => {
  const second = Promise.withResolvers<unknown>()
  const answers = [Promise.resolve<unknown>(verdict), second.promise]
  const sent: SeenCall[] = answerCalls({ 'POST /api/v2/portraits': () => answers.shift() })
  const person = { id, kind: 'staff', name: 'Ada', stamp: '1' } as const
  renderRoutes([{ path: '/', element: <AddPortrait person={person} onClose={() => {}} /> }], '/')
  const choose = (name: string) =>
    fireEvent.change(document.querySelector('input[type="file"]')!, {
      target: { files: [new File(['face'], name, { type: 'image/jpeg' })] },
    })
  const add = screen.getAllByRole('button').find((button) => button.classList.contains('ant-btn-primary'))!
  choose('one.jpg')
  await waitFor(() => expect(add.matches(':disabled')).toBe(false))
  choose('two.jpg')
  await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2))
  expect(add.matches(':disabled')).toBe(true)
  second.resolve({ ...verdict, id: id.replace(/1$/, '2') })
  await waitFor(() => expect(add.matches(':disabled')).toBe(false))
})
