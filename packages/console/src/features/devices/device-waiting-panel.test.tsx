import type { Announcement } from '@gatehouse/contract/features/devices.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DeviceWaitingPanel } from './device-waiting-panel.tsx'
import { devicesTexts } from './devices-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await changeLanguage('en')
  setUser(sessionUserOf('superAdmin'))
})
afterEach(cleanup)

const waiting = (n: number): Announcement => ({
  id: `0199aaaa-0000-7000-8000-00000000000${n}`,
  make: 'zkteco',
  checkCode: null,
  serialNumber: `TEST000000${n}`,
  type: 'ZKATT',
  model: '',
  manufacturer: 'ZKTeco',
  appVersion: '',
  address: '10.1.0.1',
  isSerialTaken: false,
  createdAt: '2026-11-29T09:00:00Z',
  lastSeenAt: '2026-11-29T09:00:00Z',
})

it('each button to accept or reject a terminal names it to those who only hear it', async () => {
  answerCalls({ 'GET /api/v2/devices/announcements': { items: [waiting(1), waiting(2)], total: 2 } })
  renderRoutes([{ path: '*', element: <DeviceWaitingPanel /> }], '/device/list/waiting')
  for (const n of [1, 2])
    for (const name of ['Accept', 'Reject'])
      expect(await screen.findAllByRole('button', { name, description: `Serial number TEST000000${n}` })).toHaveLength(
        1,
      )
})
