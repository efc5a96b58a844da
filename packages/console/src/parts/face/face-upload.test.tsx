import type { PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refusal } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { clearSession, setUser } from '../../lib/session.ts'
import { FaceUpload } from './face-upload.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  vi.stubGlobal('isSecureContext', false)
})
beforeEach(() => setUser(sessionUserOf('superAdmin')))
afterEach(() => {
  cleanup()
  clearSession()
})

const verdict: PortraitVerdict = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  width: 10,
  height: 10,
  face: { x: 0, y: 0, width: 5, height: 5 },
  checks: [],
}
const busy = (seconds: number) => refusal(503, 'server.busy', '', { seconds })

/** A picture is chosen, and the server puts it off. */
async function choose() {
  renderRoutes([{ path: '/', element: <FaceUpload /> }], '/')
  const files = [new File(['face'], 'face.heic', { type: 'image/heic' })]
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
  await screen.findByText('The server is busy with other photographs. This one is sent again by itself.')
}

it('a portrait that a busy server put off is sent again by itself, and not once its form was left', async () => {
  // The wait of the form that is left ends before that of the next one.
  const answers = [busy(0.2), busy(0.4), verdict, verdict]
  let sent = 0
  answerCalls({ 'POST /api/v2/portraits': () => answers[sent++] })
  await choose()
  cleanup()
  await choose()
  await screen.findByText('This portrait is fine')
  expect(sent).toBe(3)
})
