import type { OperationDetail } from '@gatehouse/contract/features/operation-log.ts'
import type { TimelineEntry } from '@gatehouse/contract/features/people/timeline.ts'
import { act, cleanup, renderHook, screen } from '@testing-library/react'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, refusal, sentJson } from '../../../test/answer-calls.ts'
import { sessionUserOf } from '../../../test/session-users.ts'
import { staffOf } from '../../../test/staff-of.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { personPageTexts } from './person-page-texts.ts'
import { useUndoChange } from './undo-change.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(personPageTexts)
  setUser(sessionUserOf('superAdmin'))
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-00000000000a'
const Frame = ({ children }: { children: ReactNode }) => (
  <App>
    <MemoryRouter>{children}</MemoryRouter>
  </App>
)
const operator = { kind: 'account' as const, id, name: 'Ingrid' }
const entry = {
  kind: 'changes',
  id,
  at: '2026-11-27T09:00:00Z',
  change: { operator, module: 'staff', event: 'update', remark: null, fields: ['name'] },
} satisfies TimelineEntry

const line: OperationDetail = {
  id,
  number: 7,
  at: '2026-11-27T09:00:00Z',
  operator,
  module: 'staff',
  event: 'update',
  hides: null,
  item: 'Mina',
  side: 'console',
  result: 'success',
  errorCode: null,
  reason: null,
  remark: null,
  facts: null,
  address: null,
  requestId: null,
  changes: null,
  hash: null,
}

it.each([
  ['a name that is too long today', { name: { from: 'x'.repeat(500), to: 'Mina' } }],
  ['groups that are written in another way', { groups: { from: 'Guests', to: [] } }],
])('%s is not sent: the person is told that the former values are no longer allowed', async (_, changes) => {
  const sent = answerCalls({
    [`GET /api/v2/operation-log/${id}`]: { ...line, changes },
    [`GET /api/v2/staff/${id}`]: staffOf({ id, name: 'Mina' }),
  })
  const { result } = renderHook(() => useUndoChange({ id, name: 'Mina', stamp: '' }, null), { wrapper: Frame })
  await act(() => result.current?.(entry))
  expect(await screen.findAllByText(/^The former values of Mina are no longer allowed\./)).not.toHaveLength(0)
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET'])
})

it('the latest change, where somebody made another one since it was drawn, is taken back by itself, and not the other', async () => {
  const person = staffOf({ id, name: 'Mina Castro', remark: 'Of somebody else', version: 8 })
  const sent = answerCalls({
    [`POST /api/v2/staff/${id}/undo`]: refusal(409, 'staff.nothing-to-undo'),
    [`GET /api/v2/operation-log/${id}`]: { ...line, changes: { name: { from: 'Mina', to: 'Mina Castro' } } },
    [`GET /api/v2/staff/${id}`]: person,
    [`PATCH /api/v2/staff/${id}`]: { ...person, name: 'Mina' },
  })
  const shown = { id, name: 'Mina Castro', stamp: '' }
  const { result } = renderHook(() => useUndoChange(shown, { id, version: 7 }), { wrapper: Frame })
  await act(() => result.current?.(entry))
  const [undo, , , change] = sent
  expect([sentJson(undo), sentJson(change)]).toEqual([
    { version: 7 },
    { name: 'Mina', furtherPortraitIds: [], version: 8, force: false },
  ])
  expect(await screen.findAllByText('Mina Castro is as before again')).not.toHaveLength(0)
})

it('the latest change of a number, where somebody made another one since it was drawn, is not taken back', async () => {
  const sent = answerCalls({
    [`POST /api/v2/staff/${id}/undo`]: refusal(409, 'staff.nothing-to-undo', 'Look at the newest values first.'),
  })
  const { result } = renderHook(() => useUndoChange({ id, name: 'Mina', stamp: '' }, { id, version: 7 }), {
    wrapper: Frame,
  })
  await act(() => result.current?.({ ...entry, change: { ...entry.change, fields: ['phone'] } }))
  expect(await screen.findAllByText('Look at the newest values first.')).not.toHaveLength(0)
  expect(sent).toHaveLength(1)
})
