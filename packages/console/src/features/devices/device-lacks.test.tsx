import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DoorButtons } from '../../parts/device/door-buttons.tsx'
import { DeviceLacks } from './device-lacks.tsx'
import { devicesTexts } from './devices-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

it('a list names each thing that a device cannot do with the reason, and nothing that it can', () => {
  const lacks = { face: null, card: null, pin: 'kept-hashed' } as const
  render(<DeviceLacks lacks={lacks} names={['face', 'card', 'pin']} nameOf={(name) => name.toUpperCase()} />)
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^PIN: Gatehouse keeps only a hash/)
})

it('a device that can do everything has no list of what it cannot', () => {
  const { container } = render(<DeviceLacks lacks={{ face: null }} names={['face']} nameOf={(name) => name} />)
  expect(container.textContent).toBe('')
})

it('a door whose devices cannot be held offers only to open', () => {
  const lacks = { 'open-once': null, 'hold-open': 'no-word', 'hold-closed': 'no-word', normal: 'no-word' } as const
  // Without the permission the rule about reasons is not asked for.
  setUser(sessionUserOf('visitorAdmin'))
  const buttons = <DoorButtons door="Lab" deviceIds={[]} reach="online" isHeld lacks={lacks} send={async () => {}} />
  renderRoutes([{ path: '*', element: buttons }], '/')
  expect(
    screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual([expect.stringContaining('Open Lab')])
})
