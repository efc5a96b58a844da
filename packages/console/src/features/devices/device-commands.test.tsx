import type { Device, DeviceCommand } from '@gatehouse/contract/features/devices.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DeviceCommands } from './device-commands.tsx'
import { devicesTexts } from './devices-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await changeLanguage('en')
  setUser(sessionUserOf('visitorAdmin'))
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'
const command: DeviceCommand = {
  id,
  kind: 'hold-open',
  state: 'expired',
  reason: null,
  result: null,
  createdBy: 'rosa',
  createdAt: '2026-11-28T09:00:00Z',
  expiresAt: '2026-11-28T09:05:00Z',
  finishedAt: null,
  port: null,
}

it('a command that was not answered in time says what became of it and what to do, and no other does', async () => {
  const done: DeviceCommand = { ...command, id: id.replace(/1$/, '2'), state: 'done' }
  answerCalls({ [`GET /api/v2/devices/${id}/commands`]: { items: [command, done], total: 2 } })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fact that the list is read by
  renderRoutes([{ path: '*', element: <DeviceCommands device={{ id } as Device} /> }], '/')
  await screen.findByText('Not answered in time')
  const [expired, other] = document.querySelectorAll('.device-command-list > li')
  expect(expired?.textContent).toMatch(
    /It did not answer before 2026-11-28 [\d:]+, and carries it out no more\. See whether it is online, and send the command again\./,
  )
  expect(other?.textContent).not.toMatch(/no more/)
})
