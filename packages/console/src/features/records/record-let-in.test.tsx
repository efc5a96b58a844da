import type { RecordDetail } from '@gatehouse/contract/features/records.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, sentJson } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { setUser } from '../../lib/session.ts'
import { RecordLetIn } from './record-let-in.tsx'
import { recordsTexts } from './records-feature.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(recordsTexts)
})
afterEach(cleanup)

const deviceId = '0199aaaa-0000-7000-8000-000000000001'
const name = 'Open Laboratory, Hold to let in once'

function show(role: Role, change: Partial<RecordDetail> = {}, needsReason = false) {
  setUser(sessionUserOf(role))
  const seen = answerCalls({
    'GET /api/v2/opening-rule': { needsReason, reasons: ['Delivery'], doorIds: [], deviceIds: [] },
    [`POST /api/v2/devices/${deviceId}/commands`]: {},
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of a record that it looks at
  const record = {
    opened: false,
    recognisedAt: instantOf(nowMs() - 60_000),
    device: { id: deviceId, name: 'Laboratory', location: null },
    ...change,
  } as RecordDetail
  renderRoutes([{ path: '/', element: <RecordLetIn record={record} /> }], '/')
  return seen
}
const commands = (seen: ReturnType<typeof answerCalls>) => seen.filter(({ method }) => method === 'POST')

it('the door opens once for somebody who was refused a moment ago, with the reason where it needs one', async () => {
  const seen = show('deviceAdmin', {}, true)
  const button = screen.getByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', true))
  fireEvent.click(screen.getByRole('button', { name: 'Delivery' }))
  fireEvent.click(button, { detail: 0 })
  fireEvent.click(button, { detail: 0 })
  await waitFor(() => expect(commands(seen)).toHaveLength(1))
  expect(sentJson(commands(seen)[0])).toEqual({ kind: 'open-once', reason: 'Delivery' })
})

it.each<[string, Role, Partial<RecordDetail>]>([
  ['a door that opened', 'superAdmin', { opened: true }],
  ['a refusal of an hour ago', 'superAdmin', { recognisedAt: instantOf(nowMs() - 3_600_000) }],
  ['a role that opens no doors', 'subAdmin', {}],
])('the record of %s has no button to open the door', (_, role, change) => {
  show(role, change)
  expect(screen.queryByRole('button')).toBeNull()
})
