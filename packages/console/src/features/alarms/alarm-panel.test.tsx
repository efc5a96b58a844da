import type { AlarmDetail } from '@gatehouse/contract/features/alarms.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { AlarmPanel } from './alarm-panel.tsx'
import { alarmsTexts } from './alarms-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(alarmsTexts)
  await changeLanguage('en')
  setUser(sessionUserOf('superAdmin'))
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'
const alarm: AlarmDetail = {
  id,
  type: 'fire',
  code: 20_003,
  status: 'raised',
  times: 1,
  raisedAt: '2026-11-22T08:00:00Z',
  lastAt: '2026-11-22T08:00:00Z',
  receivedAt: '2026-11-22T08:00:00Z',
  device: { id: null, name: 'Gate', location: null },
  handler: null,
  acknowledgedAt: null,
  releasedAt: null,
  releaseWay: 'by-itself',
  isReleasing: false,
  hasImage: false,
  hasDoubtfulTime: false,
  claimedAt: null,
  description: null,
  person: null,
  recordId: null,
  trace: [],
}

it('[ALM-02] the next action has the focus once an alarm is acknowledged, and the button for that is gone', async () => {
  const answers: Record<string, unknown> = { [`GET /api/v2/alarms/${id}`]: alarm }
  answers['POST /api/v2/alarms/acknowledge'] = () => {
    answers[`GET /api/v2/alarms/${id}`] = {
      ...alarm,
      status: 'acknowledged',
      acknowledgedAt: '2026-11-22T08:01:00Z',
    }
    return { acknowledged: 1 }
  }
  answerCalls(answers)
  renderRoutes([{ path: '/device/alarm/:alarmId', Component: AlarmPanel }], `/device/alarm/${id}`)
  const button = await screen.findByRole('button', { name: 'Acknowledge' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Assign/ }))
})
