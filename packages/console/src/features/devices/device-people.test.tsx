import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { deviceOf } from '../../../test/device-of.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DevicePeople } from './device-people.tsx'
import { devicesTexts } from './devices-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await changeLanguage('en')
  setUser(sessionUserOf('superAdmin'))
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'

it.each([true, false])(
  'the people of a device that may keep to no hours (%s) stand below a line that says so',
  async (is) => {
    answerCalls({ [`GET /api/v2/devices/${id}/people`]: { items: [], next: null } })
    renderRoutes([{ path: '*', element: <DevicePeople device={deviceOf(id, { mayIgnoreHours: is })} /> }], '/')
    await screen.findByText('No people on this device')
    expect(screen.queryByText(/some of its kind keep to no hours/) !== null).toBe(is)
  },
)

it('somebody who is kept off says why, and is no failure', async () => {
  const person = { personId: id, name: 'Ann', kind: 'staff', portraitId: null, number: null }
  const items = [{ ...person, state: 'kept-off', reason: 'suspended' }]
  answerCalls({ [`GET /api/v2/devices/${id}/people`]: { items, next: null } })
  const people = { total: 1, waiting: 0, failed: 0, noPortrait: 0, keptOff: 1 }
  renderRoutes(
    [{ path: '*', element: <DevicePeople device={{ ...deviceOf(id, { mayIgnoreHours: true }), people }} /> }],
    '/',
  )
  expect(await screen.findByText('Is suspended; sent again when they may pass.')).toBeTruthy()
  expect(screen.getByText('Kept off')).toBeTruthy()
  expect(screen.getByText('Kept off 1')).toBeTruthy()
  expect(screen.queryByText('Try again')).toBeNull()
})
