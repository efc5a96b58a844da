import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refusal, sentJson } from '../../../test/answer-calls.ts'
import { staffOf } from '../../../test/staff-of.ts'
import { sessionUserOf } from '../../../test/session-users.ts'
import { paletteTexts } from '../../i18n/common-texts.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { recentThings } from '../../lib/recent-things.ts'
import { setUser } from '../../lib/session.ts'
import { holdMs } from '../../parts/hold-button.tsx'
import { CommandPalette } from './command-palette.tsx'

const doorId = '0198a000-0000-7000-8000-00000000000a'
const staffId = '0198a000-0000-7000-8000-00000000000b'
const site = { id: '0198a000-0000-7000-8000-00000000000c', name: 'Works' }
const board = {
  cursor: 'c',
  isWhole: true,
  readAt: '2026-11-27T09:12:00Z',
  doors: [
    {
      id: doorId,
      name: 'Main entrance',
      kind: 'door',
      site,
      fromArea: null,
      toArea: { id: '0198a000-0000-7000-8000-00000000000d', name: 'Lobby' },
      places: [],
      mark: 'closed',
      since: null,
      held: null,
      needs: [],
      alarm: null,
      deviceIds: ['0198a000-0000-7000-8000-00000000000e'],
    },
  ],
  events: [],
  inside: { staff: 0, visitors: 0, areas: [] },
}
const quinn = staffOf({ id: staffId, name: 'Quinn Harper', jobId: 'A-1' })
const nothing = { items: [], next: null, total: 0 }
const answers = {
  'GET /api/v2/live/board': board,
  'GET /api/v2/live-view/passages': [],
  'GET /api/v2/site-names': [site],
  'GET /api/v2/device-settings/schemas': [],
  'GET /api/v2/devices': { ...nothing, counts: { total: 0, online: 0, offline: 0 } },
  'GET /api/v2/staff': { ...nothing, items: [quinn], total: 1, isTotalExact: true },
  'GET /api/v2/visitors': nothing,
  'GET /api/v2/blacklist': nothing,
  'GET /api/v2/records': nothing,
  [`POST /api/v2/live/doors/${doorId}/commands`]: { sent: 1, offline: 0 },
  'POST /api/v2/people/suspend': { people: 1, before: [] },
}

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(paletteTexts)
})
beforeEach(() => setUser(sessionUserOf('superAdmin')))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

function Opened({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  return <CommandPalette typed={typed} onType={setTyped} onClose={onClose} />
}

function show(given: Record<string, unknown> = {}) {
  const calls = answerCalls({ ...answers, ...given })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <App>
        <MemoryRouter>
          <Opened onClose={onClose} />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('combobox')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const sent = () => calls.filter(({ method }) => method === 'POST')
  return { field, type, sent, onClose }
}
const option = (name: RegExp) => screen.findByRole('option', { name })

it('Enter that is held in the field opens the door; let go too soon it opens nothing', async () => {
  const { field, type, sent } = show()
  type('open main en')
  await option(/^Open Main entrance/)
  vi.useFakeTimers()
  fireEvent.keyDown(field, { key: 'Enter' })
  await act(() => vi.advanceTimersByTimeAsync(holdMs - 50))
  fireEvent.keyUp(field, { key: 'Enter' })
  await act(() => vi.advanceTimersByTimeAsync(holdMs))
  expect(sent()).toEqual([])

  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.keyDown(field, { key: 'Enter', repeat: true })
  await act(() => vi.advanceTimersByTimeAsync(holdMs + 50))
  fireEvent.keyUp(field, { key: 'Enter' })
  vi.useRealTimers()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sentJson(sent()[0])).toEqual({ kind: 'open-once' })
  await waitFor(() => expect(recentThings(sessionUserOf('superAdmin').id)[0]?.text).toBe('Open Main entrance'))
})

it('the palette says that it searches, not that there is nothing, until the doors are known', async () => {
  const doors = Promise.withResolvers<unknown>()
  vi.useFakeTimers()
  const { type } = show({ 'GET /api/v2/live/board': () => doors.promise })
  type('open main en')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.queryByText(/^No results/)).toBeNull()
  expect(screen.getByText('Searching …')).toBeTruthy()
  vi.useRealTimers()
  doors.resolve(board)
  await option(/^Open Main entrance/)
})

it('the button beside the list is held by a pointer, which takes the focus from the field', async () => {
  const { field, type, sent } = show()
  type('open main en')
  await option(/^Open Main entrance/)
  const button = screen.getByRole('button', { name: /^Open Main entrance/ })
  vi.useFakeTimers()
  fireEvent.pointerDown(button, { button: 0, isPrimary: true, pointerId: 1 })
  fireEvent.blur(field)
  await act(() => vi.advanceTimersByTimeAsync(holdMs + 50))
  vi.useRealTimers()
  await waitFor(() => expect(sent()).toHaveLength(1))
})

it('Tab completes the name that is meant, and the rest of it stands in the field before', async () => {
  const { field, type } = show()
  type('open main en')
  await option(/^Open Main entrance/)
  expect(document.querySelector('.palette-rest')?.textContent).toBe('open main entrance')
  fireEvent.keyDown(field, { key: 'Tab' })
  expect(field.value.toLowerCase()).toBe('open main entrance')
})

it('Enter suspends a person once the search has found them, closes, and is remembered', async () => {
  const { field, type, sent, onClose } = show()
  type('suspend quinn')
  await option(/^Suspend Quinn Harper/)
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sentJson(sent()[0])).toEqual({ personIds: [staffId], toAt: null })
  expect(recentThings(sessionUserOf('superAdmin').id)[0]).toMatchObject({
    text: 'Suspend Quinn Harper',
    sentence: 'suspend Quinn Harper',
  })
})

it('nobody is suspended whom another text has found', async () => {
  const { field, type, sent } = show()
  type('suspend quinn')
  await option(/^Suspend Quinn Harper/)
  type('suspend q')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.queryByRole('option', { name: /^Suspend Quinn/ })).toBeNull()
  expect(sent()).toEqual([])
})

it('a refusal is said in the palette, which stays', async () => {
  const { field, type, onClose } = show({
    'POST /api/v2/people/suspend': () => refusal(404, 'person.not-found', 'This person is no longer here.'),
  })
  type('suspend quinn')
  await option(/^Suspend Quinn Harper/)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect((await screen.findByRole('alert')).textContent).toBe('This person is no longer here.')
  expect(onClose).not.toHaveBeenCalled()
})

it('the keys of an input method neither choose nor do anything', async () => {
  const { field, type, onClose } = show()
  type('staff')
  await option(/^Staff groups/)
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  expect(onClose).not.toHaveBeenCalled()
})

it('a chosen option stays chosen while other answers come in above it', async () => {
  let answer = () => undefined as void
  const late = new Promise<void>((resolve) => (answer = resolve))
  const { field, type } = show()
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    if (typeof input === 'string' && input.includes('/v2/staff')) await late
    return fetch(input, init)
  }
  type('visitor')
  await option(/^Visitor groups/)
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const chosen = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent
  const before = chosen()
  expect(before).toContain('Visitor groups')
  await act(async () => answer())
  await option(/^Quinn Harper/)
  expect(chosen()).toBe(before)
})
