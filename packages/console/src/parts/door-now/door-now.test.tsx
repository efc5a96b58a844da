import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import { type Door, listDoors } from '@gatehouse/contract/features/sites.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { answerCalls, type SeenCall } from '../../../test/answer-calls.ts'
import { deviceOf } from '../../../test/device-of.ts'
import { hintingServer } from '../../../test/hinting-server.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { queryOf } from '../../api/query.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DoorNow } from './door-now.tsx'
import { doorNowTexts } from './door-now-texts.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(doorNowTexts)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const at = (now: string) => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })

const idOf = (n: number) => `0199aaaa-0000-7000-8000-00000000000${n}`
const [doorId, deviceId, areaId, siteId] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const door: Door = {
  id: doorId,
  name: 'Archive door',
  kind: 'door',
  site: { id: siteId, name: 'Works' },
  fromArea: null,
  toArea: { id: areaId, name: 'Archive' },
  hasContact: false,
  needsReason: false,
  readers: [
    {
      deviceId,
      deviceName: 'Archive reader',
      isOnline: true,
      port: 1,
      direction: 'entry',
      effectiveDirection: 'entry',
    },
  ],
  version: 1,
  createdAt: '2026-11-24T09:00:00Z',
}
const command = {
  id: idOf(5),
  kind: 'open-once',
  port: null,
  state: 'done',
  reason: 'Delivery',
  result: null,
  createdBy: 'quinn',
  createdAt: '2026-11-24T09:00:00Z',
  expiresAt: '2026-11-24T09:01:00Z',
  finishedAt: '2026-11-24T09:00:01Z',
}
const none = { items: [], total: 0, next: null }
const hour = { staff: 0, visitor: 0, stranger: 0, spoof: 0, blacklisted: 0, opened: 0, total: 0 }
const answers = {
  'GET /api/v2/records/statistics': {
    timeZone: 'UTC',
    total: hour,
    steps: Array.from({ length: 24 }, (_, n) => ({ ...hour, step: String(n) })),
    devices: [],
    doors: [],
    departments: [],
  },
  'GET /api/v2/live-view/passages': [],
  [`GET /api/v2/devices/${deviceId}/commands`]: {
    ...none,
    items: [{ ...command, kind: 'restart' }, command],
    total: 2,
  },
  'GET /api/v2/alarms': { items: [], next: null },
  'GET /api/v2/inside': { items: [], next: null, total: 0 },
  'GET /api/v2/inside/counts': {
    areas: [{ areaId, siteId, people: 7, visitors: 0, unsure: 0 }],
    people: 7,
    visitors: 0,
  },
  'GET /api/v2/device-clocks': [],
  [`GET /api/v2/doors/${doorId}/rules`]: {
    freeHours: { timetableId: idOf(8), afterFirstPerson: true },
    escort: null,
    severalPeople: null,
    firstPersonIn: null,
  },
  [`GET /api/v2/sites/${siteId}/door-marks`]: [
    { doorId, mark: 'held-open', since: '2026-11-24T09:00:00Z', held: null, isEmergency: false, needs: [] },
  ],
  [`GET /api/v2/devices/${deviceId}`]: deviceOf(deviceId),
  [`GET /api/v2/devices/${deviceId}/settings`]: {
    revision: 1,
    schema: null,
    settings: [
      {
        key: 'gpioB',
        wanted: 'fire-signal',
        isDefault: false,
        reported: 'fire-signal',
        isDifferent: false,
        differentSince: null,
        refusal: null,
      },
    ],
    reportedRevision: 1,
    reportedAt: null,
    faceThreshold: null,
  },
  'GET /api/v2/passage/who': {
    count: 12,
    people: [{ id: idOf(6), name: 'Mina Castro', kind: 'staff', portraitId: null }],
    groups: [
      {
        id: idOf(7),
        name: 'Cleaners',
        kind: 'staff',
        isDefault: false,
        people: 8,
        isOpenNow: false,
        timetableIds: [idOf(8)],
      },
      {
        id: idOf(9),
        name: 'Management',
        kind: 'staff',
        isDefault: false,
        people: 12,
        isOpenNow: true,
        timetableIds: [],
      },
    ],
    timetables: [{ id: idOf(8), name: 'Early hours', week: [[], [], [], [], [], [], []], neverOpens: true }],
    hours: {
      timeZone: 'UTC',
      alwaysGroupIds: [],
      days: [
        {
          on: '2026-11-24',
          open: [{ startMinute: 360, endMinute: 1200 }],
          free: [{ startMinute: 480, endMinute: 600 }],
        },
        { on: '2026-11-25', open: [], free: [] },
      ],
      changes: [
        { at: '2026-11-24T20:00:00Z', groupId: idOf(7), begins: false },
        { at: '2026-11-25T06:00:00Z', groupId: null, begins: true },
      ],
    },
  },
}

const who = answers['GET /api/v2/passage/who']

function draw(role: Role, more: Record<string, unknown> = {}, shown = door) {
  setUser(sessionUserOf(role))
  answerCalls({ ...answers, ...more })
  renderRoutes([{ path: '/', element: <DoorNow door={shown} /> }], '/')
}
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)

it('a door says who opened it and why, and nothing of other commands', async () => {
  draw('superAdmin')
  expect(await screen.findByText('Reason: Delivery')).toBeTruthy()
  expect(screen.getByText('by quinn')).toBeTruthy()
  expect(screen.getAllByText('Done')).toHaveLength(1)
  expect(await screen.findByText('Nobody has passed today.')).toBeTruthy()
  expect(headings()).toEqual([
    'Passages today',
    'Today here',
    'Coming hours',
    'Earlier from the console',
    'Who may pass',
    'What else opens it',
    'Inside behind it',
    'Alarms that are not over',
    'Terminals',
  ])
})

it('a door says how many may pass now, with faces and the hours of its groups, and leads to the access of its site', async () => {
  draw('superAdmin')
  expect(await screen.findByText('12 people may pass now.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Mina Castro' }).getAttribute('href')).toContain(`id=${idOf(6)}`)
  expect(screen.getByText('+ 11')).toBeTruthy()
  expect(screen.getByText('Early hours')).toBeTruthy()
  expect(screen.getByText('At any time')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Change access' }).getAttribute('href')).toBe(
    `/sign/policies/matrix?siteId=${siteId}`,
  )
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
})

it('a door with a reader for each way shows each half, and who went out below the line', async () => {
  const out = { ...door.readers[0]!, deviceId: idOf(5), deviceName: 'Archive exit', direction: 'exit' as const }
  const readers = [door.readers[0]!, { ...out, effectiveDirection: 'exit' as const }]
  const busy = { ...hour, opened: 3, total: 3 }
  draw(
    'superAdmin',
    {
      [`GET /api/v2/devices/${idOf(5)}/commands`]: none,
      'GET /api/v2/records/statistics': {
        ...answers['GET /api/v2/records/statistics'],
        steps: Array.from({ length: 24 }, (_, n) => ({ ...(n === 8 ? busy : hour), step: String(n) })),
      },
    },
    { ...door, readers },
  )
  expect(await screen.findAllByText('12 people may pass now.')).toHaveLength(2)
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'In Archive reader',
    'Out Archive exit',
  ])
  expect(await screen.findByText(/^in above, out below · busiest 08:00–09:00/)).toBeTruthy()
})

it('a device administrator sees numbers and terminals, and nobody', async () => {
  draw('deviceAdmin')
  expect(await screen.findByText('7 people in Archive')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('Every alarm here is over.')).toBeTruthy())
  expect(headings()).toEqual([
    'Today here',
    'Earlier from the console',
    'What else opens it',
    'Inside behind it',
    'Alarms that are not over',
    'Terminals',
  ])
})

it('the coming hours of a door tell what changes on the next days, and each day in words', async () => {
  at('2026-11-24T12:00:00Z')
  draw('superAdmin')
  const coming = await screen.findByRole('region', { name: 'Coming hours' })
  expect(coming.textContent).toContain('Wed 25 06:00The door is unlocked for everybody')
  expect(coming.textContent).not.toContain('Cleaners')
  const bars = coming.querySelectorAll('[role="img"]')
  expect([...bars].map((bar) => bar.getAttribute('aria-label'))).toEqual([
    '06:00–20:00, unlocked 08:00–10:00',
    'Nobody may pass',
  ])
})

it('the day at a door tells what was done and began, in order, and apart from it what is still to come', async () => {
  at('2026-11-24T12:00:00Z')
  draw('superAdmin')
  const lines = async (name: string) =>
    [...(await screen.findByRole('list', { name })).children].map((line) => line.textContent)
  await waitFor(async () =>
    expect(await lines('Until now')).toEqual([
      '08:00Unlocked hours, until 10:00',
      '09:00Opened by quinnReason: Delivery',
    ]),
  )
  expect(await lines('Still to come')).toEqual(['20:00Cleaners may no longer pass'])
  // It stands in the day, and is not told a second time.
  expect(headings()).not.toContain('Earlier from the console')
})

it('a door asks for what was done at itself: all since midnight by its own clock, and the latest of before', async () => {
  at('2026-11-24T12:00:00Z')
  const [reader] = door.readers
  const asked: Record<string, string>[] = []
  const alarmsAt: (string | null)[] = []
  const commands = ({ url }: SeenCall) => {
    const query = Object.fromEntries(url.searchParams)
    asked.push(query)
    const isEarlier = 'to' in query
    return {
      ...none,
      items: [isEarlier ? { ...command, id: idOf(6), createdBy: 'rosa', createdAt: '2026-11-23T09:00:00Z' } : command],
    }
  }
  const hours = { ...who.hours, timeZone: 'Asia/Shanghai' }
  draw(
    'superAdmin',
    {
      [`GET /api/v2/devices/${deviceId}/commands`]: commands,
      'GET /api/v2/passage/who': { ...who, hours },
      'GET /api/v2/alarms': ({ url }: SeenCall) => {
        alarmsAt.push(url.searchParams.get('port'))
        return none
      },
    },
    { ...door, readers: [{ ...reader!, port: 3 }] },
  )
  expect(await screen.findByText('by rosa')).toBeTruthy()
  const midnight = '2026-11-24T00:00:00+08:00'
  expect(asked).toEqual([
    { doorsOnly: 'true', port: '3', from: midnight, size: '200' },
    { doorsOnly: 'true', port: '3', to: midnight, size: '5' },
  ])
  expect(new Set(alarmsAt)).toEqual(new Set(['3']))
})

it('a change whose hour has come is no longer told as to come', async () => {
  at('2026-11-24T21:00:00Z')
  draw('superAdmin')
  expect(await screen.findByRole('list', { name: 'Until now' })).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Coming hours' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Still to come' })).toBeNull()
})

it.each([
  [
    'beside groups with hours',
    who.hours.days,
    'Management may pass at any time; the bars show the hours of the others.',
    2,
  ],
  ['alone', who.hours.days.map(({ on }) => ({ on, open: [], free: [] })), 'Management may pass at any time.', 0],
])('a group that passes always is named %s, and fills no bar', async (_, days, words, bars) => {
  draw('superAdmin', {
    'GET /api/v2/passage/who': { ...who, hours: { ...who.hours, days, alwaysGroupIds: [idOf(9)] } },
  })
  const coming = await screen.findByRole('region', { name: 'Coming hours' })
  expect(coming.textContent).toContain(words)
  expect(coming.querySelectorAll('[role="img"]')).toHaveLength(bars)
})

it('a door tells what else opens it: hours, commands, wires and lockdown', async () => {
  draw('superAdmin')
  const region = await screen.findByRole('region', { name: 'What else opens it' })
  const rows = () => [...region.querySelectorAll('li')].map((row) => row.textContent)
  await waitFor(() =>
    expect(rows()).toEqual([
      'Unlocked hoursby timetable, after the first person',
      expect.stringMatching(/^Heldopen since 2026-11-24 /),
      'From the consoleby holding a button; it is logged',
      'Exit buttonnot connected',
      'Fire inputalways',
      'Lockdownkeeps it closed',
    ]),
  )
})

/** A terminal that tells nothing of its wires. */
const other = idOf(0)
const ofOther = {
  [`GET /api/v2/devices/${other}`]: deviceOf(other, { inputs: 'no-word' }),
  [`GET /api/v2/devices/${other}/commands`]: none,
  [`GET /api/v2/devices/${other}/settings`]: { ...answers[`GET /api/v2/devices/${deviceId}/settings`], settings: [] },
}
const otherReader = { ...door.readers[0]!, deviceId: other, deviceName: 'Archive exit' }
const wires = () =>
  screen.getAllByRole('listitem').flatMap(({ textContent }) => /^(?:Exit button|Fire input).*/.exec(textContent) ?? [])

it('a door of a terminal that tells nothing of its wires does not say that they are not connected', async () => {
  draw('superAdmin', ofOther, { ...door, readers: [otherReader] })
  await waitFor(() =>
    expect(wires()).toEqual(['Exit buttonas wired at the terminal', 'Fire inputas wired at the terminal']),
  )
})

it('a door with terminals of both kinds says of its wires what holds at each', async () => {
  draw('superAdmin', ofOther, { ...door, readers: [...door.readers, otherReader] })
  await waitFor(() =>
    expect(wires()).toEqual(['Exit buttonsome terminals: not connected; others: as wired there', 'Fire inputalways']),
  )
})

it('a door says nothing of its wires until each of its terminals is known', async () => {
  const answer = Promise.withResolvers<unknown>()
  draw(
    'superAdmin',
    { ...ofOther, [`GET /api/v2/devices/${other}`]: () => answer.promise },
    { ...door, readers: [otherReader] },
  )
  expect(await screen.findByText('by timetable, after the first person')).toBeTruthy()
  expect(wires()).toEqual([])
  answer.resolve(deviceOf(other, { inputs: 'no-word' }))
  await waitFor(() => expect(wires()).toHaveLength(2))
})

it('a door says of an offline terminal when it was heard, who decides and how many settings it has', async () => {
  draw('superAdmin', { [`GET /api/v2/devices/${deviceId}`]: { ...deviceOf(deviceId), isOnline: false } })
  const settings = await screen.findByRole('link', { name: '1 setting' })
  expect(settings.getAttribute('href')).toBe(`/device/list/${deviceId}?tab=settings`)
  const terminals = screen.getByRole('region', { name: 'Terminals' })
  expect(terminals.textContent).toMatch(/Seen2026-11-24 .*DecidesAt the door; for limits it asks the server/)
})

it('a terminal that decides alone says so, and one that was never heard says nothing of when', async () => {
  const device = { ...deviceOf(deviceId), lastSeenAt: null }
  const rules = { ...device.capabilities.rules, 'anti-passback': 'decides-alone' as const }
  const alone = { ...device, capabilities: { ...device.capabilities, settings: 'no-word', rules } }
  draw('superAdmin', { [`GET /api/v2/devices/${deviceId}`]: alone })
  expect(await screen.findByText('At the door, alone')).toBeTruthy()
  expect(screen.queryByText('Seen')).toBeNull()
  expect(screen.queryByRole('link', { name: /setting/ })).toBeNull()
})

it.each(['2026-11-24T09:00:00Z', '2026-11-22T09:00:00Z'])(
  'a command of %s that was not answered in time says what became of it and what to do',
  async (createdAt) => {
    at('2026-11-24T10:00:00Z')
    draw('superAdmin', {
      [`GET /api/v2/devices/${deviceId}/commands`]: {
        ...none,
        items: [{ ...command, state: 'expired', createdAt }],
        total: 1,
      },
    })
    const advice =
      'The device did not answer in time, and carries it out no more. See whether it is online, and try again.'
    expect(await screen.findByText(advice)).toBeTruthy()
  },
)

it('a terminal that went offline after its door was read says so', async () => {
  draw('superAdmin', { [`GET /api/v2/devices/${deviceId}`]: { ...deviceOf(deviceId), isOnline: false } })
  const terminals = await screen.findByRole('region', { name: 'Terminals' })
  await waitFor(() => expect(terminals.textContent).toContain('Archive readerOffline'))
})

it('a door says when its fire input was last on', async () => {
  const at = '2026-11-02T10:15:00Z'
  const fire: Alarm = {
    id: idOf(8),
    type: 'fire',
    code: 20_003,
    status: 'released',
    raisedAt: at,
    lastAt: at,
    receivedAt: at,
    claimedAt: null,
    times: 1,
    device: { id: deviceId, name: 'Archive reader', location: null },
    description: null,
    person: null,
    handler: null,
    acknowledgedAt: null,
    releasedAt: at,
    releaseWay: 'by-itself',
    isReleasing: false,
    hasImage: false,
    hasDoubtfulTime: false,
  }
  draw('superAdmin', {
    'GET /api/v2/alarms': ({ url }: SeenCall) => ({
      items: url.searchParams.get('type') === 'fire' ? [fire] : [],
      next: null,
    }),
  })
  const opens = await screen.findByRole('region', { name: 'What else opens it' })
  await waitFor(() => expect(opens.textContent).toContain('last signal 2026-11-02'))
})

it('a terminal says when it was seen only while it is offline, and its mark follows the hints of devices', async () => {
  let isOnline = false
  const present = () => ({ ...door, readers: door.readers.map((reader) => ({ ...reader, isOnline })) })
  let asked = 0
  const lists = {
    'GET /api/v2/doors': () => {
      asked += 1
      return { items: [present()], total: 1 }
    },
  }
  const devices = { [`GET /api/v2/devices/${deviceId}`]: () => ({ ...deviceOf(deviceId), isOnline }) }
  setUser(sessionUserOf('superAdmin'))
  answerCalls({ ...answers, ...lists, ...devices })
  const given = Promise.withResolvers<QueryClient>()
  function Page() {
    const client = useQueryClient()
    useEffect(() => given.resolve(client), [client])
    const shown = useQuery(queryOf(listDoors, { query: { deviceId } })).data?.items[0]
    return shown && <DoorNow door={shown} />
  }
  renderRoutes([{ path: '/', Component: Page }], '/')
  const hint = hintingServer(await given.promise)
  expect(await screen.findByText('Offline')).toBeTruthy()
  expect(await screen.findByText('Seen')).toBeTruthy()
  isOnline = true
  hint('devices')
  expect(await screen.findByText('Online')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Seen')).toBeNull())
  await waitFor(() => expect(asked).toBe(2))
})
