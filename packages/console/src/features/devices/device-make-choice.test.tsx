import type { JoiningMake } from '@gatehouse/contract/features/devices.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { deviceOf } from '../../../test/device-of.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { MakeChoice, MakeOffNotice, SeenTwice } from './device-make-choice.tsx'
import { DevicePairPanel } from './device-pair-panel.tsx'
import { devicesTexts } from './devices-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const draw = (makes: JoiningMake[]) => {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({ 'GET /api/v2/devices/makes': makes })
  renderRoutes([{ path: '*', element: <DevicePairPanel /> }], '/add')
}

it('nobody is asked for the make where terminals of only one can join', async () => {
  draw([{ make: 'gatehouse', joins: 'code', port: null, isOn: true }])
  expect(await screen.findByRole('button', { name: 'Get a pairing code' })).toBeDefined()
})

it('a terminal that takes no code is given the address of this server, and the list in which it waits', async () => {
  draw([{ make: 'gatehouse', joins: 'appears', port: 8081, isOn: true }])
  expect(await screen.findByText(`${location.hostname}:8081`)).toBeDefined()
  // These tests open the console under a name that a terminal would take for its own.
  expect(location.hostname).toBe('localhost')
  expect(screen.getByText(/^On the terminal, “localhost” is the terminal itself\./)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Terminals that ask to join' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Get a pairing code' })).toBeNull()
})

it('a make that is not switched on is not offered, and says who switches it on, with a link for those who do', () => {
  const make = { make: 'zkteco', joins: 'appears', port: null, isOn: false } as const
  const drawFor = (role: 'superAdmin' | 'deviceAdmin') => {
    setUser(sessionUserOf(role))
    renderRoutes([{ path: '*', element: <MakeChoice makes={[make]} onChosen={() => {}} /> }], '/add')
  }
  drawFor('superAdmin')
  expect(screen.queryByRole('button', { name: /ZKTeco/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Switch it on' }).getAttribute('href')).toContain('serviceConfig')
  cleanup()
  drawFor('deviceAdmin')
  expect(screen.getByRole('link', { name: 'Help on terminals of ZKTeco' }).getAttribute('href')).toContain(
    'help-zkteco',
  )
  expect(screen.queryByRole('link', { name: 'Switch it on' })).toBeNull()
  expect(screen.getByText(/An administrator who manages the service configuration does that/)).toBeDefined()
})

it('the make that is chosen is the one that is told', () => {
  const make = { make: 'gatehouse', joins: 'code', port: null, isOn: true } as const
  const chosen: JoiningMake[] = []
  renderRoutes([{ path: '*', element: <MakeChoice makes={[make]} onChosen={(one) => chosen.push(one)} /> }], '/add')
  fireEvent.click(screen.getByRole('button', { name: /Gatehouse/ }))
  expect(chosen).toEqual([make])
})

it('the page of a device whose make is switched off says so, with a link for those who switch it', async () => {
  answerCalls({
    'GET /api/v2/devices/makes': [{ make: 'zkteco', joins: 'appears', port: null, isOn: false }],
  })
  const drawFor = (role: 'superAdmin' | 'deviceAdmin') => {
    setUser(sessionUserOf(role))
    const device = deviceOf('0199aaaa-0000-7000-8000-000000000001', { make: 'zkteco' })
    renderRoutes([{ path: '*', element: <MakeOffNotice device={{ ...device, make: 'zkteco' }} /> }], '/')
  }
  drawFor('superAdmin')
  expect(await screen.findByText('ZKTeco is switched off')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Switch it on' })).toBeDefined()
  cleanup()
  drawFor('deviceAdmin')
  expect(await screen.findByText('ZKTeco is switched off')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Switch it on' })).toBeNull()
})

it.each([
  [false, 'Two machines use this identity', /pair it again/],
  [true, 'Calls with its serial number were refused', /outside of the network that it is limited to/],
])('a device that proves nothing (%s) is not said to have a secret that was copied', (isTiedToNetwork, title, text) => {
  const device = deviceOf('0199aaaa-0000-7000-8000-000000000001', { isTiedToNetwork })
  renderRoutes([{ path: '*', element: <SeenTwice device={device} at="09:00" /> }], '/')
  screen.getByText(title)
  expect(screen.getByText(text).textContent).toMatch(/^Seen at 09:00/)
})
