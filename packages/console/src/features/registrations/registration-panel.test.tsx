import type { RegistrationDetail } from '@gatehouse/contract/features/registrations.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, sentJson } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { RegistrationPanel } from './registration-panel.tsx'
import { registrationsTexts } from './registrations-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(registrationsTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const banned = { id: '0199aaaa-0000-7000-8000-000000000001', name: 'Banned', portraitId: null }
const registration: RegistrationDetail = {
  id: '0199aaaa-0000-7000-8000-000000000002',
  state: 'pending',
  name: 'New Name',
  phone: '13800000055',
  department: null,
  portraitId: null,
  reason: null,
  refusedFor: [],
  outcome: null,
  person: null,
  decidedBy: null,
  decidedAt: null,
  createdAt: '2026-11-21T08:00:00Z',
  portraitIds: [],
  samePhone: null,
  wasAsked: false,
  alike: [],
  blacklistedPhones: [{ person: banned, reason: 'Theft' }],
}

it('[MAN-06] a registration under a phone number of the blacklist shows whose it is, and its approval needs a confirmation', async () => {
  setUser(sessionUserOf('mainAdmin'))
  const seen = answerCalls({
    [`GET /api/v2/registrations/${registration.id}`]: registration,
    'POST /api/v2/registrations/approve': [{ id: registration.id, code: null }],
  })
  const routes = [
    { path: '/manmgt/registerRecord/:registrationId', Component: RegistrationPanel },
    { path: '*', element: null },
  ]
  renderRoutes(routes, `/manmgt/registerRecord/${registration.id}`)
  const link = await screen.findByRole('link', { name: 'Banned' })
  expect(link.getAttribute('href')).toBe(`/manmgt/blacklist/detail?id=${banned.id}`)
  expect(screen.queryByText(/^Nobody has this phone number/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Approve anyway' }))
  const isDecision = ({ method }: { method: string }) => method === 'POST'
  await waitFor(() => expect(seen.some(isDecision)).toBe(true))
  expect(sentJson(seen.find(isDecision))).toEqual({ ids: [registration.id], force: true, leaveOut: [] })
})

it('[MAN-06] of several photographs each can be left out of the approval, but not all of them', async () => {
  setUser(sessionUserOf('mainAdmin'))
  const portraitIds = [3, 4, 5].map((n) => `0199aaaa-0000-7000-8000-00000000000${n}`)
  const [first = ''] = portraitIds
  const seen = answerCalls({
    [`GET /api/v2/registrations/${registration.id}`]: {
      ...registration,
      portraitId: first,
      portraitIds,
      blacklistedPhones: [],
    },
    'POST /api/v2/registrations/approve': [{ id: registration.id, code: null }],
  })
  const routes = [
    { path: '/manmgt/registerRecord/:registrationId', Component: RegistrationPanel },
    { path: '*', element: null },
  ]
  renderRoutes(routes, `/manmgt/registerRecord/${registration.id}`)
  await screen.findByRole('heading', { name: '3 photographs were sent' })
  const boxes = screen.getAllByRole('checkbox', { name: /^Accept photograph/ })
  for (const box of boxes) fireEvent.click(box)
  const approve = screen.getByRole('button', { name: 'Approve' })
  expect(approve.hasAttribute('disabled')).toBe(true)
  for (const box of boxes.slice(1)) fireEvent.click(box)
  fireEvent.click(approve)
  const isDecision = ({ method }: { method: string }) => method === 'POST'
  await waitFor(() => expect(seen.some(isDecision)).toBe(true))
  expect(sentJson(seen.find(isDecision))).toEqual({ ids: [registration.id], force: false, leaveOut: [first] })
})

it('[MAN-06] the panel says which photograph is like a known face, and leaving that one out leaves no doubt to insist on', async () => {
  setUser(sessionUserOf('mainAdmin'))
  const [first = '', second = ''] = [3, 4].map((n) => `0199aaaa-0000-7000-8000-00000000000${n}`)
  const face = { kind: 'blacklisted', person: banned, reason: null, score: 0.7, isOneFace: true, portraitIds: [second] }
  const owner = { ...banned, name: 'Owner', kind: 'staff', doubt: 'other-face', doubtful: [second], portraits: 5 }
  const seen = answerCalls({
    [`GET /api/v2/registrations/${registration.id}`]: {
      ...registration,
      portraitId: first,
      portraitIds: [first, second],
      blacklistedPhones: [],
      alike: [face],
      samePhone: owner,
    },
    'POST /api/v2/registrations/approve': [{ id: registration.id, code: null }],
  })
  const routes = [
    { path: '/manmgt/registerRecord/:registrationId', Component: RegistrationPanel },
    { path: '*', element: null },
  ]
  renderRoutes(routes, `/manmgt/registerRecord/${registration.id}`)
  expect(await screen.findAllByText('Photograph 2')).toHaveLength(2)
  expect(screen.getByText(/^To make room, 2 of the portraits that Owner has are deleted/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Approve anyway' })).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Accept photograph 2' }))
  expect(screen.getByText(/^To make room, 1 of the portraits that Owner has is deleted/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  const isDecision = ({ method }: { method: string }) => method === 'POST'
  await waitFor(() => expect(seen.some(isDecision)).toBe(true))
  expect(sentJson(seen.find(isDecision))).toEqual({ ids: [registration.id], force: false, leaveOut: [second] })
})

it('[PERM-07] a role that may not decide about a registration reads which roles may', async () => {
  setUser(sessionUserOf('subAdmin'))
  answerCalls({ [`GET /api/v2/registrations/${registration.id}`]: registration })
  renderRoutes(
    [{ path: '/manmgt/registerRecord/:registrationId', Component: RegistrationPanel }],
    `/manmgt/registerRecord/${registration.id}`,
  )
  expect(await screen.findByText('A super admin or a sub admin decides.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Approve|Reject/ })).toBeNull()
})

it('[MAN-06] somebody whom a terminal could not register is shown with what was wrong and what to do, and nobody is asked to decide', async () => {
  setUser(sessionUserOf('mainAdmin'))
  answerCalls({
    [`GET /api/v2/registrations/${registration.id}`]: {
      ...registration,
      state: 'rejected',
      refusedFor: ['blur'],
      decidedBy: 'Yard gate',
      decidedAt: registration.createdAt,
      blacklistedPhones: [],
    },
  })
  const routes = [
    { path: '/manmgt/registerRecord/:registrationId', Component: RegistrationPanel },
    { path: '*', element: null },
  ]
  renderRoutes(routes, `/manmgt/registerRecord/${registration.id}`)
  await screen.findByText('Somebody was enrolled at Yard gate, and could not be registered')
  expect(screen.getByText(/Hold still, clean the lens and focus on the face\./)).toBeDefined()
  expect(screen.getByText(/^Take the photograph again at the terminal/)).toBeDefined()
  expect(screen.getByText('Not taken')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})
