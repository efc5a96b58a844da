import type { Device } from '@gatehouse/contract/features/devices.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { deviceOf } from '../../../test/device-of.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { useDoorStanding } from '../../parts/floor-plan/use-door-marks.ts'
import { DeviceDoor } from './device-door.tsx'
import { devicesTexts } from './devices-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await changeLanguage('en')
  setUser(sessionUserOf('deviceAdmin'))
})
afterEach(cleanup)

const idOf = (n: number) => `0199aaaa-0000-7000-8000-00000000000${n}`
const [deviceId, doorId, siteId] = [idOf(1), idOf(2), idOf(3)]
const device: Device = { ...deviceOf(deviceId), heldPorts: [1], doorMode: null }
const door: Door = {
  id: doorId,
  name: 'Archive door',
  kind: 'door',
  site: { id: siteId, name: 'Works' },
  fromArea: null,
  toArea: { id: idOf(4), name: 'Archive' },
  hasContact: false,
  needsReason: false,
  readers: [
    {
      deviceId,
      deviceName: device.name,
      isOnline: true,
      port: 1,
      direction: 'entry',
      effectiveDirection: 'entry',
    },
  ],
  version: 1,
  createdAt: '2026-11-24T09:00:00Z',
}

/** `marks`: how the doors of the site stand, as the server answers it; where the page has no `mark`, the device's door alone asks for them. */
function draw(marks: unknown, told = device, at = door, mark = <Mark />) {
  answerCalls({
    'GET /api/v2/doors': { items: [at], total: 1 },
    [`GET /api/v2/sites/${siteId}/door-marks`]: marks,
    [`GET /api/v2/devices/${deviceId}/settings`]: {
      revision: 1,
      schema: null,
      settings: [],
      reportedRevision: 1,
      reportedAt: null,
      faceThreshold: null,
    },
    'GET /api/v2/devices/lacks': [],
    'GET /api/v2/opening-rule': { needsReason: false, doorIds: [], deviceIds: [], reasons: [] },
  })
  const page = (
    <>
      <DeviceDoor device={told} />
      {mark}
    </>
  )
  renderRoutes([{ path: '/', element: page }], '/')
}
/** How the door stands, as far as that is known. */
const Mark = () => <p>{`mark ${useDoorStanding(door)?.mark}`}</p>
const letGo = () => screen.queryByRole('button', { name: 'Set Archive reader back to normal' })
const standing = (mark: string, isEmergency = false) => [
  { doorId, mark, since: null, held: null, isEmergency, needs: [] },
]

it('a door that a command holds is let go on the page of its device, although an alarm hides that in its mark', async () => {
  draw(standing('alarm'))
  expect(await screen.findByText('mark alarm')).toBeTruthy()
  expect(letGo()).not.toBeNull()
})

it('a door is not let go there before it is known whether an emergency holds it', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<unknown>()
  const marks = () => {
    asked.resolve()
    return answer.promise
  }
  draw(marks, device, door, <></>)
  // How a door stands is asked for once the device's door is known.
  await asked.promise
  await screen.findByRole('button', { name: 'Hold open: Archive reader' })
  expect(letGo()).toBeNull()
  answer.resolve(standing('held-open'))
  expect(await screen.findByRole('button', { name: 'Set Archive reader back to normal' })).toBeTruthy()
})

it.each(['emergency-open', 'alarm', 'offline'])('nor while an emergency holds it under the mark “%s”', async (mark) => {
  draw(standing(mark, true))
  expect(await screen.findByText(`mark ${mark}`)).toBeTruthy()
  expect(letGo()).toBeNull()
})

it.each([
  ['alarm', false, true],
  ['alarm', true, false],
  ['emergency-open', true, false],
])(
  'a door of a controller that is none of the product’s, while another is marked “%s” (an emergency: %s), is let go: %s',
  async (mark, isEmergency, isLetGo) => {
    const readers = door.readers.map((reader) => ({ ...reader, port: 2 }))
    draw(standing(mark, isEmergency), { ...device, doorCount: 2 }, { ...door, readers })
    expect(await screen.findByText(`mark ${mark}`)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Set Door 1 back to normal' }) !== null).toBe(isLetGo)
  },
)
