import { deleteDevice } from '@gatehouse/contract/features/devices.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, refusal } from '../../../test/answer-calls.ts'
import { deviceOf } from '../../../test/device-of.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { refresh } from '../../api/call.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { doorNowTexts } from '../../parts/door-now/door-now-texts.ts'
import { DeviceDetailPage } from './device-detail-page.tsx'
import { devicesTexts } from './devices-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await loadTexts(doorNowTexts)
  await changeLanguage('en')
  setUser(sessionUserOf('deviceAdmin'))
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'

it('[DEV-02] the page of a device that was unbound meanwhile does not go on showing it', async () => {
  let isThere = true
  const page = { items: [], total: 0, next: null }
  answerCalls({
    [`GET /api/v2/devices/${id}`]: () => (isThere ? deviceOf(id) : refusal(404, 'device.not-found')),
    [`GET /api/v2/devices/${id}/settings`]: () => refusal(404, 'device.not-found'),
    [`GET /api/v2/devices/${id}/commands`]: page,
    'GET /api/v2/devices/makes': [],
    'GET /api/v2/doors': page,
    'GET /api/v2/alarms': page,
    'GET /api/v2/opening-reasons': [],
  })
  renderRoutes([{ path: '/:deviceId', element: <DeviceDetailPage /> }], `/${id}?tab=commands`)
  await screen.findByRole('heading', { name: 'Archive reader' })
  isThere = false
  void refresh(deleteDevice)
  await screen.findByText('No such device')
  expect(screen.queryByRole('heading', { name: 'Archive reader' })).toBeNull()
})
