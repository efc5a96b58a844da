import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import type { Device } from '@gatehouse/contract/features/devices.ts'
import type { listLeftPeople } from '@gatehouse/contract/features/devices/left-people.ts'
import type { DoorNeed } from '@gatehouse/contract/features/floor-plans.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, type SeenCall } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { doorNowTexts } from '../../parts/door-now/door-now-texts.ts'
import { DeviceSentence } from './device-door.tsx'
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
const facts = { id, isOnline: true, doorMode: 'normal', doorCount: 1, capabilities: { knowsByNumber: true } }
const sites = { works: '0199aaaa-0000-7000-8000-000000000002', office: '0199aaaa-0000-7000-8000-000000000003' }
const doorIds = { works: '0199aaaa-0000-7000-8000-000000000004', office: '0199aaaa-0000-7000-8000-000000000005' }
type Place = keyof typeof sites
const at = '2026-11-28T08:00:00Z'
const doorAt = (site: Place): Door => ({
  id: doorIds[site],
  name: site,
  kind: 'door',
  site: { id: sites[site], name: site },
  fromArea: null,
  toArea: null,
  hasContact: true,
  needsReason: false,
  readers: [],
  version: 1,
  createdAt: at,
})
const alarm: Alarm = {
  id,
  type: 'tamper',
  code: 1,
  status: 'raised',
  raisedAt: at,
  lastAt: at,
  receivedAt: at,
  claimedAt: null,
  times: 1,
  device: { id, name: 'Gate', location: null },
  description: null,
  person: null,
  handler: null,
  acknowledgedAt: null,
  releasedAt: null,
  releaseWay: 'by-hand',
  isReleasing: false,
  hasImage: false,
  hasDoubtfulTime: false,
}
const leftPerson: Reply<typeof listLeftPeople>[number] = { number: 7, since: at, name: null }

type House = {
  told?: Partial<typeof facts>
  doors?: readonly { site: Place; needs: readonly DoorNeed[] }[]
  alarms?: 'raised' | 'release-failed'
  left?: Reply<typeof listLeftPeople>
}
function draw({ told = {}, doors = [], alarms, left = [] }: House) {
  const ofStatus = ({ url }: SeenCall) => {
    const status = url.searchParams.get('status')
    return { items: alarms !== undefined && alarms === status ? [{ ...alarm, status }] : [], next: null }
  }
  answerCalls({
    'GET /api/v2/doors': { items: doors.map(({ site }) => doorAt(site)), total: doors.length },
    ...Object.fromEntries(
      doors.map(({ site, needs }) => [
        `GET /api/v2/sites/${sites[site]}/door-marks`,
        [{ doorId: doorIds[site], mark: 'closed', since: null, held: null, isEmergency: false, needs }],
      ]),
    ),
    'GET /api/v2/alarms': ofStatus,
    [`GET /api/v2/devices/${id}/left-people`]: left,
    'GET /api/v2/live-view/passages': [],
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the facts that the sentence is made of
  const device = { ...facts, ...told } as Device
  const element = (
    <p>
      <DeviceSentence device={device} isClear />
    </p>
  )
  renderRoutes([{ path: '*', element }], '/')
}
const sentence = async (words: RegExp) => {
  await screen.findByText(words)
  return screen.getByRole('paragraph').textContent?.trim()
}

it('a device at no door that is well needs nobody', async () => {
  draw({})
  expect(await sentence(/needs you/i)).toBe('Nothing needs you here.')
})

it.each<[string, House, string]>([
  ['an alarm of it is raised', { alarms: 'raised' }, 'an alarm that nobody has taken on'],
  ['a release of it failed', { alarms: 'release-failed' }, 'an alarm that nobody has taken on'],
  ['it is offline', { told: { isOnline: false } }, 'offline: it decides by itself'],
  ['it has not removed people', { left: [leftPerson] }, 'people who may still pass as before'],
])('a device at no door says that %s', async (_, house, need) => {
  draw(house)
  expect(await sentence(/needs you/i)).toBe(`Needs you: ${need}.`)
})

it('a controller tells the needs of its doors at every site, the most urgent first', async () => {
  const doors = [
    { site: 'works', needs: ['wire-lost'] },
    { site: 'office', needs: ['left-open'] },
  ] as const
  draw({ told: { doorCount: 2 }, doors })
  expect(await sentence(/needs you/i)).toBe('Needs you: left open, a wire is cut.')
})

it('a controller of whose doors one is at no door of the product tells its own needs beside theirs', async () => {
  draw({ told: { doorCount: 4 }, doors: [{ site: 'works', needs: ['left-open'] }], alarms: 'raised' })
  expect(await sentence(/needs you/i)).toBe('Needs you: an alarm that nobody has taken on, left open.')
})

it('a controller needs nobody where all of its doors are shut', async () => {
  const doors = [
    { site: 'works', needs: [] },
    { site: 'office', needs: [] },
  ] as const
  draw({ told: { doorCount: 2 }, doors })
  expect(await sentence(/needs you/i)).toBe('Nothing needs you here.')
})
