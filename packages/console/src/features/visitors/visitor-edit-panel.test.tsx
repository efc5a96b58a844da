import type { Visitor } from '@gatehouse/contract/features/visitors.ts'
import { focusManager } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refusal } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { Component as VisitorPage } from './visitor-detail-page.tsx'
import { VisitorEditPanel } from './visitor-edit-panel.tsx'
import { visitorsTexts } from './visitors-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(visitorsTexts)
  await changeLanguage('en')
})
// the camera of a form asks for it, and jsdom does not have it
beforeEach(() => void vi.stubGlobal('isSecureContext', false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  focusManager.setFocused(undefined)
})

const visitor: Visitor = {
  id: '0199aaaa-0000-7000-8000-000000000003',
  name: 'Ada',
  company: null,
  purpose: null,
  host: null,
  validFromAt: '2026-11-21T09:00:00Z',
  validToAt: '2026-11-21T18:00:00Z',
  status: 'effective',
  guestRating: null,
  groups: [],
  phone: null,
  portraitId: null,
  suspension: null,
  createdAt: '2026-11-21T08:00:00Z',
  email: null,
  idNumber: null,
  remark: null,
  version: 1,
  updatedAt: '2026-11-21T08:00:00Z',
  devices: [],
}
const ofVisitor = `GET /api/v2/visitors/${visitor.id}`
const lookAgain = () => {
  focusManager.setFocused(false)
  focusManager.setFocused(true)
}

it('[MAN-06] words that are being typed about a visitor stay when somebody else changes them meanwhile', async () => {
  setUser(sessionUserOf('visitorAdmin'))
  const answers: Record<string, unknown> = { [ofVisitor]: visitor }
  const seen = answerCalls(answers)
  const asked = () => seen.filter(({ method, url }) => `${method} ${url.pathname}` === ofVisitor).length
  renderRoutes(
    [{ path: '/manmgt/visitor/:visitorId/edit', Component: VisitorEditPanel }],
    `/manmgt/visitor/${visitor.id}/edit`,
  )
  const name = await screen.findByLabelText('Name')
  fireEvent.change(name, { target: { value: 'Ada Byron' } })
  answers[ofVisitor] = { ...visitor, name: 'Ada Lovelace', version: 2 }
  const before = asked()
  lookAgain()
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
  await waitFor(() => expect(screen.queryByDisplayValue('Ada Byron')).not.toBeNull())
  expect(screen.queryByDisplayValue('Ada Lovelace')).toBeNull()
})

it('[MAN-06] the newest version of a visitor is loaded on request, and the form says so where that fails', async () => {
  setUser(sessionUserOf('visitorAdmin'))
  const answers: Record<string, unknown> = {
    [ofVisitor]: visitor,
    [`PATCH /api/v2/visitors/${visitor.id}`]: () => refusal(409, 'visitor.changed-meanwhile'),
  }
  answerCalls(answers)
  renderRoutes(
    [{ path: '/manmgt/visitor/:visitorId/edit', Component: VisitorEditPanel }],
    `/manmgt/visitor/${visitor.id}/edit`,
  )
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Ada Byron' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  answers[ofVisitor] = () => refusal(500, 'server.failed', 'Something failed on the server.')
  fireEvent.click(await screen.findByRole('button', { name: /newest/i }))
  expect(await screen.findByText('Something failed on the server.')).toBeTruthy()
  expect(screen.queryByDisplayValue('Ada Byron')).not.toBeNull()
  answers[ofVisitor] = { ...visitor, name: 'Ada Lovelace', version: 2 }
  fireEvent.click(screen.getByRole('button', { name: /newest/i }))
  expect(await screen.findByDisplayValue('Ada Lovelace')).toBeTruthy()
})

it('[MAN-06] the page of a visitor whom somebody deletes meanwhile says so', async () => {
  setUser(sessionUserOf('visitorAdmin'))
  const answers: Record<string, unknown> = { [ofVisitor]: visitor }
  answerCalls(answers)
  renderRoutes([{ path: '/detail', Component: VisitorPage }], `/detail?id=${visitor.id}`)
  await screen.findByRole('heading', { level: 1, name: /Ada/ })
  answers[ofVisitor] = () => refusal(404, 'visitor.not-found')
  lookAgain()
  expect(await screen.findByText('No such visitor')).toBeTruthy()
})
