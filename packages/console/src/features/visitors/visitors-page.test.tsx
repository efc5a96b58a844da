import type { VisitorSummary } from '@gatehouse/contract/features/visitors.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { answerCalls, type SeenCall } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { visitorsTexts } from './visitors-feature.ts'
import { Component } from './visitors-page.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts(visitorsTexts)
  await changeLanguage('en')
})
beforeEach(() => setUser(sessionUserOf('superAdmin')))
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'
const visitor: VisitorSummary = {
  id,
  name: 'Ada Whitlock',
  company: null,
  purpose: null,
  host: null,
  groups: [],
  validFromAt: '2026-11-21T09:00:00Z',
  validToAt: '2026-11-21T10:00:00Z',
  status: 'expired',
  suspension: null,
  guestRating: null,
  phone: null,
  portraitId: null,
  createdAt: '2026-11-20T09:00:00Z',
}
const count = (counted: number, isMore = false) => ({ count: counted, isMore })
const next = { id, name: 'Bruno Keller', host: { id, name: 'Nadia Kapoor' }, validFromAt: '2026-11-24T10:00:00Z' }

/** The server of a house with one visitor, who comes on another day. */
const answers = (more: Record<string, unknown> = {}) => ({
  'GET /api/v2/visitors': ({ url }: SeenCall) =>
    url.searchParams.has('shown')
      ? { items: [], next: null, total: count(0) }
      : { items: [visitor], next: null, total: count(1) },
  'GET /api/v2/notices/counts': { visits: count(2) },
  'GET /api/v2/visitors/counts': { today: count(0), all: count(10_000, true), next },
  'GET /api/v2/inside/counts': { areas: [], people: 9, visitors: 7 },
  'GET /api/v2/groups': [],
  'GET /api/v2/views': [],
  'GET /api/v2/visits': { items: [], next: null, total: count(0) },
  ...more,
})

const open = (search = '') => renderRoutes([{ path: '/manmgt/visitor/*', Component }], `/manmgt/visitor${search}`)
const tab = (name: RegExp) => screen.findByRole('link', { name })
const listsAsked = (seen: readonly SeenCall[]) =>
  seen.filter(({ url }) => url.pathname === '/api/v2/visitors').map(({ url }) => url.searchParams.get('shown'))

it('[MAN-04] the page of visitors begins with today, and its tabs say how many each part has', async () => {
  const seen = answerCalls(answers())
  open()
  expect(await tab(/^Today 0$/)).toBeTruthy()
  expect(await tab(/^Here now 7$/)).toBeTruthy()
  expect(await tab(/^Waiting 2$/)).toBeTruthy()
  expect(await tab(/^All 10,000\+$/)).toBeTruthy()
  expect((await tab(/^Today/)).getAttribute('aria-current')).toBe('page')
  expect(await screen.findByText('Nobody is expected today', { selector: '.empty-state-title' })).toBeTruthy()
  expect(listsAsked(seen)).toEqual(['today'])
})

it('[MAN-04] everybody is one press away, and an address with a filter or a search means everybody', async () => {
  const seen = answerCalls(answers())
  open()
  fireEvent.click(await tab(/^All/))
  expect(await screen.findByText('Ada Whitlock')).toBeTruthy()
  expect((await tab(/^All/)).getAttribute('aria-current')).toBe('page')
  expect(listsAsked(seen)).toEqual(['today', null])
  cleanup()
  open('?status=expired')
  expect(await screen.findByText('Ada Whitlock')).toBeTruthy()
  expect((await tab(/^All/)).getAttribute('aria-current')).toBe('page')
  // the filter stays with today's, without the numbers of everybody; requests have none
  expect((await tab(/^Today$/)).getAttribute('href')).toBe('/manmgt/visitor?status=expired&shown=today')
  expect((await tab(/^Waiting$/)).getAttribute('href')).toBe('/manmgt/visitor?shown=waiting')
})

it('[MAN-04] a place in the list without a tab is one among everybody, and the pages of today say so', async () => {
  const seen = answerCalls(answers({ 'GET /api/v2/visitors': { items: [visitor], next: 'further', total: count(30) } }))
  open('?after=earlier')
  expect(await screen.findByText('Ada Whitlock')).toBeTruthy()
  expect((await tab(/^All/)).getAttribute('aria-current')).toBe('page')
  expect(listsAsked(seen)).toEqual([null])
  cleanup()
  const router = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('after')).toBe('further'))
  expect((await tab(/^Today/)).getAttribute('aria-current')).toBe('page')
  expect(listsAsked(seen)).toEqual([null, 'today', 'today'])
})

it('[MAN-04] a filter that is set on Today stays with Today, and a search there goes over everybody', async () => {
  answerCalls(answers())
  const router = open()
  const field = await screen.findByRole('combobox')
  fireEvent.click(field)
  fireEvent.click(await screen.findByRole('option', { name: 'Status' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Expired' }))
  await waitFor(() => expect(router.state.location.search).toBe('?status=expired&shown=today'))
  expect((await tab(/^Today/)).getAttribute('aria-current')).toBe('page')
  fireEvent.change(field, { target: { value: 'Ada' } })
  await waitFor(() => expect(router.state.location.search).toBe('?status=expired&keyword=Ada'))
  await waitFor(async () => expect((await tab(/^All/)).getAttribute('aria-current')).toBe('page'))
})

it('[MAN-04] the page asks again when the next visit begins, and when a day begins', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-24T08:00:00Z') })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const seen = answerCalls(answers())
  open()
  await vi.waitFor(() => expect(screen.getByText(/^Next visit/)).toBeTruthy())
  const before = listsAsked(seen).length
  await vi.advanceTimersByTimeAsync(119 * 60_000)
  expect(listsAsked(seen)).toHaveLength(before)
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(listsAsked(seen)).toHaveLength(before + 1)
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  expect(listsAsked(seen)).toHaveLength(before + 2)
})

it('[MAN-04] an empty day offers three actions, and the visit that comes next stands below', async () => {
  answerCalls(answers())
  const router = open()
  const empty = (await screen.findByText('Nobody is expected today', { selector: '.empty-state-title' })).parentElement!
  const deeds = within(empty).getAllByRole('button')
  expect(deeds.map(({ textContent }) => textContent)).toEqual([
    'Visit today',
    'Visit tomorrow',
    'Show the walk-in code',
  ])
  const link = await screen.findByRole('link', { name: 'Bruno Keller for Nadia Kapoor' })
  expect(link.getAttribute('href')).toBe(`/manmgt/visitor/detail?id=${id}`)
  expect(screen.getByText(/^Next visit: 2026-11-24/)).toBeTruthy()
  for (const [index, path] of ['new/today', 'new/tomorrow', 'reception'].entries()) {
    fireEvent.click(deeds[index]!)
    await waitFor(() => expect(router.state.location.pathname).toBe(`/manmgt/visitor/${path}`))
  }
})

it('[PERM-06] an empty day offers nothing to a role that may not write visitors', async () => {
  setUser(sessionUserOf('subAdmin'))
  answerCalls(answers())
  open()
  const empty = (await screen.findByText('Nobody is expected today', { selector: '.empty-state-title' })).parentElement!
  expect(within(empty).queryAllByRole('button')).toEqual([])
})

it('[MAN-06] the visits that wait are a tab of the page, without the list of visitors', async () => {
  const seen = answerCalls(answers())
  open('?shown=waiting')
  expect(await screen.findByText('No visits are waiting')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Visitors' })).toBeNull()
  const asked = seen.find(({ url }) => url.pathname === '/api/v2/visits')
  expect(asked?.url.searchParams.get('state')).toBe('pending')
  expect(listsAsked(seen)).toEqual([])
})
