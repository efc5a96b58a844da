import type { Device } from '@gatehouse/contract/features/devices.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DeviceLeftPeople } from './device-left-people.tsx'
import { devicesTexts } from './devices-feature.ts'
import { UnbindText } from './unbind-words.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await changeLanguage('en')
  setUser(sessionUserOf('superAdmin'))
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'
const deviceWith = (capabilities: object) => ({ id, name: 'Gate', capabilities })

it('the people whom a terminal has not removed are named, those who were deleted by their number', async () => {
  const since = '2026-11-28T09:00:00Z'
  answerCalls({
    [`GET /api/v2/devices/${id}/left-people`]: [
      { number: 123_456_789, name: 'Ann', since },
      { number: 987_654_321, name: null, since },
    ],
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the facts that the notice is drawn from
  const device = deviceWith({ knowsByNumber: true }) as Device
  renderRoutes([{ path: '*', element: <DeviceLeftPeople device={device} /> }], '/')
  await screen.findByText('2 people may still pass as before')
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([expect.stringMatching(/^Ann · /), expect.stringMatching(/^No\. 987654321 on terminals · /)])
})

it('unbinding says whether people stay on the device, and where it is cleared before', () => {
  renderRoutes([{ path: '*', element: <UnbindText id={id} keepsPeople={false} /> }], '/')
  expect(document.body.textContent).toMatch(/loses its secret, its people and its settings/)
  cleanup()
  renderRoutes([{ path: '*', element: <UnbindText id={id} keepsPeople /> }], '/')
  expect(document.body.textContent).toMatch(/goes on opening for them/)
  expect(screen.getByRole('link', { name: 'Clear it first' }).getAttribute('href')).toMatch(/tab=commands$/)
})
