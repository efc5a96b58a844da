import type { Visit, visitDetail } from '@gatehouse/contract/features/visits.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { answerCalls, sentJson } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { VisitsPanel } from './visits-panel.tsx'
import { visitorsTexts } from './visitors-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(visitorsTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const banned = { id: '0199aaaa-0000-7000-8000-000000000001', name: 'Banned', portraitId: null }
const visit: Visit = {
  id: '0199aaaa-0000-7000-8000-000000000002',
  kind: 'walk-in',
  state: 'pending',
  name: 'Ada',
  company: null,
  purpose: null,
  phone: '13900000066',
  email: null,
  host: null,
  portraitId: null,
  personId: null,
  reason: null,
  validFromAt: '2026-11-21T09:00:00Z',
  validToAt: '2026-11-21T10:00:00Z',
  linkEndsAt: '2026-11-21T10:00:00Z',
  createdBy: 'nobody',
  createdAt: '2026-11-21T08:00:00Z',
  decidedBy: null,
  decidedAt: null,
}
const detail: z.output<typeof visitDetail> = {
  ...visit,
  portraitIds: [],
  samePhone: null,
  endsVisit: null,
  alike: [],
  blacklistedPhones: [{ person: banned, reason: 'Theft' }],
}

it('[MAN-06] a visit under a phone number of the blacklist shows whose it is, and its approval needs a confirmation', async () => {
  setUser(sessionUserOf('visitorAdmin'))
  const seen = answerCalls({
    'GET /api/v2/visits': { items: [visit], next: null },
    [`GET /api/v2/visits/${visit.id}`]: detail,
    [`POST /api/v2/visits/${visit.id}/decide`]: { ...visit, state: 'approved' },
  })
  renderRoutes([{ path: '/manmgt/visitor/visits', Component: VisitsPanel }], '/manmgt/visitor/visits')
  const link = await screen.findByRole('link', { name: 'Banned' })
  expect(link.getAttribute('href')).toBe(`/manmgt/blacklist/detail?id=${banned.id}`)
  expect(screen.getByText('This phone number belongs to a person on the blacklist')).toBeTruthy()
  expect(screen.getByText('Blacklisted because: Theft')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Approve anyway' }))
  const isDecision = ({ method }: { method: string }) => method === 'POST'
  await waitFor(() => expect(seen.some(isDecision)).toBe(true))
  expect(sentJson(seen.find(isDecision))).toEqual({ isApproved: true, reason: null, force: true, leaveOut: [] })
})

it('[MAN-06] a visit that ends another one names it, and its approval needs a confirmation', async () => {
  setUser(sessionUserOf('visitorAdmin'))
  const known = { ...banned, name: 'Ada', doubt: null, doubtful: [], portraits: 0 }
  const endsVisit = { validFromAt: '2026-11-28T01:00:00Z', validToAt: '2026-11-28T09:00:00Z' }
  answerCalls({
    'GET /api/v2/visits': { items: [visit], next: null },
    [`GET /api/v2/visits/${visit.id}`]: { ...detail, blacklistedPhones: [], samePhone: known, endsVisit },
  })
  renderRoutes([{ path: '/manmgt/visitor/visits', Component: VisitsPanel }], '/manmgt/visitor/visits')
  expect(
    await screen.findByText(/^Ada has a visit from 2026-11-28 .* Approving this one ends that one\.$/),
  ).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Approve anyway' })).toBeTruthy()
})

it('[MAN-06] leaving out the photograph that is like somebody else leaves no doubt to insist on', async () => {
  setUser(sessionUserOf('visitorAdmin'))
  const [first = '', second = ''] = [3, 4].map((n) => `0199aaaa-0000-7000-8000-00000000000${n}`)
  const face = { kind: 'blacklisted', person: banned, reason: null, score: 0.7, isOneFace: true, portraitIds: [second] }
  const sent = { portraitId: first, portraitIds: [first, second] }
  const seen = answerCalls({
    'GET /api/v2/visits': { items: [{ ...visit, portraitId: first }], next: null },
    [`GET /api/v2/visits/${visit.id}`]: { ...detail, ...sent, blacklistedPhones: [], alike: [face] },
    [`POST /api/v2/visits/${visit.id}/decide`]: { ...visit, state: 'approved' },
  })
  renderRoutes([{ path: '/manmgt/visitor/visits', Component: VisitsPanel }], '/manmgt/visitor/visits')
  expect(await screen.findByText('Photograph 2')).toBeTruthy()
  expect(screen.getByText(/^Check that all show the same person\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Accept photograph 2' }))
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  const isDecision = ({ method }: { method: string }) => method === 'POST'
  await waitFor(() => expect(seen.some(isDecision)).toBe(true))
  expect(sentJson(seen.find(isDecision))).toEqual({
    isApproved: true,
    reason: null,
    force: false,
    leaveOut: [second],
  })
})

it('[PERM-07] a role that may not decide about a visit reads which roles may', async () => {
  setUser(sessionUserOf('subAdmin'))
  answerCalls({ 'GET /api/v2/visits': { items: [visit], next: null }, [`GET /api/v2/visits/${visit.id}`]: detail })
  renderRoutes([{ path: '/manmgt/visitor/visits', Component: VisitsPanel }], '/manmgt/visitor/visits')
  expect(await screen.findByText(/or the host decides\.$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Approve|Refuse/ })).toBeNull()
})
