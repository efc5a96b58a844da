import type { getPolicyMatrix } from '@gatehouse/contract/features/policies/matrix.ts'
import type { WhoMayPass } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import type { RecordDetail } from '@gatehouse/contract/features/records.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { staffOf } from '../../../test/staff-of.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { recordsTexts } from './records-feature.ts'
import { WhatWouldChange } from './what-would-change.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(recordsTexts)
})
afterEach(cleanup)

const id = (number: number) => `0199aaaa-0000-7000-8000-00000000000${number}`
const [deviceId, personId, groupId, timetableId, doorId] = [id(1), id(2), id(3), id(4), id(5)]
const door: Door = {
  id: doorId,
  name: 'Server room',
  kind: 'door',
  site: { id: id(6), name: 'Riverside' },
  fromArea: null,
  toArea: null,
  hasContact: true,
  needsReason: false,
  readers: [],
  version: 1,
  createdAt: '2026-11-01T09:00:00Z',
}
const group = (name: string, kind: 'staff' | 'visitor', isOpenNow: boolean): WhoMayPass['groups'][number] => ({
  id: id(9),
  name,
  kind,
  isDefault: false,
  people: 3,
  isOpenNow,
  timetableIds: [],
})

const matrixGroup = (of: string, name: string, people: number) => ({
  id: of,
  name,
  kind: 'staff' as const,
  isDefault: false,
  people,
})
const matrixDoor = (of: string, name: string) => ({ deviceId: of, name, door: null, doors: [], area: null })
const doorIds = [deviceId, ...Array.from({ length: 6 }, (_, place) => `${id(8).slice(0, -2)}${place}a`)]
const matrix: Reply<typeof getPolicyMatrix> = {
  groups: [matrixGroup(groupId, 'Facilities', 41), matrixGroup(id(9), 'IT', 8)],
  doors: doorIds.map((of, place) => matrixDoor(of, `Door ${place}`)),
  doorTotal: 7,
  sites: [],
  timetables: [{ id: timetableId, name: 'Office hours', week: [], neverOpens: false }],
  cells: [
    ...doorIds.map((of, place) => ({
      deviceId: of,
      groupId: id(9),
      isBound: true,
      timetableIds: place === 0 ? [timetableId] : [],
    })),
    { deviceId, groupId, isBound: true, timetableIds: [timetableId] },
  ],
}

function show(
  reasons: RecordDetail['reasons'],
  change: Partial<RecordDetail> = {},
  role: Role = 'superAdmin',
  seenMatrix = matrix,
) {
  setUser(sessionUserOf(role))
  answerCalls({
    'GET /api/v2/passage/who': {
      count: 0,
      people: [],
      groups: [group('Night shift', 'staff', false), group('IT', 'staff', true), group('Guests', 'visitor', true)],
      timetables: [],
      hours: { timeZone: 'UTC', alwaysGroupIds: [], days: [], changes: [] },
    },
    'GET /api/v2/doors': { items: [door], page: 1, size: 10, total: 1 },
    'GET /api/v2/policies/matrix': seenMatrix,
    [`GET /api/v2/staff/${personId}`]: staffOf({
      id: personId,
      name: 'Quinn',
      groups: [{ id: groupId, name: 'Facilities' }],
    }),
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of a record that it looks at
  const record = {
    opened: false,
    kind: 'staff',
    person: { id: personId, name: 'Quinn' },
    linked: null,
    candidates: [],
    recognisedAt: '2026-11-23T09:11:20Z',
    device: { id: deviceId, name: 'Server room', location: null },
    names: { [groupId]: 'Facilities', [timetableId]: 'Office hours' },
    reasons,
    ...change,
  } as unknown as RecordDetail
  renderRoutes([{ path: '/', element: <WhatWouldChange record={record} /> }], '/')
}
/** Each change with the page where it is made: by its line, or below its preview. */
const changes = () => {
  for (const button of screen.queryAllByRole('button', { name: /^Preview: /, expanded: false })) fireEvent.click(button)
  return screen
    .queryAllByRole('link', { name: /^Go there: / })
    .map((link) => [link.getAttribute('aria-label')?.slice('Go there: '.length), link.getAttribute('href')])
}

it('[REC-01] somebody without a group at the door may be put into one that is open there, or their group be given the door', async () => {
  show([{ code: 'no-group-bound' }])
  await waitFor(() =>
    expect(changes()).toEqual([
      ['Put Quinn into IT', `/manmgt/staff/0/${personId}/edit`],
      ['Give a group of Quinn this door', `/sign/policies/matrix?door=${deviceId}`],
    ]),
  )
})

it.each<[string, RecordDetail['reasons'], Partial<RecordDetail>, string[][]]>([
  [
    'outside the hours of a group',
    [
      { code: 'group-bound', groupIds: [groupId] },
      { code: 'outside-ranges', groupId, timetableId, row: 1 },
    ],
    {},
    [
      ['Give Facilities other hours here', `/sign/policies/matrix?door=${deviceId}`],
      ['Change the hours of Office hours', `/sign/schedules/detail?id=${timetableId}`],
    ],
  ],
  ['suspended', [{ code: 'suspended' }], {}, [['End the suspension of Quinn', `/manmgt/staff/detail?id=${personId}`]]],
  [
    'of a visit that is over',
    [{ code: 'period-over' }],
    { kind: 'visitor' },
    [['Change the period of Quinn', `/manmgt/visitor/detail/edit?id=${personId}`]],
  ],
  ['in a lockdown', [{ code: 'lockdown-refuses' }], {}, [['Release the lockdown', '/device/lockdowns']]],
  [
    'a stranger who may be somebody',
    [{ code: 'face-not-known' }],
    { kind: 'stranger', person: null, candidates: [{ id: personId, name: 'Rosa', kind: 'staff', score: 61 }] },
    [['Give Rosa a portrait that is more alike', `/manmgt/staff/detail?id=${personId}`]],
  ],
])('the record of somebody %s leads to what would change it', async (_, reasons, change, expected) => {
  show(reasons, change)
  await waitFor(() => expect(changes()).toEqual(expected))
})

it('a rule of the door leads to the rules of its page', async () => {
  show([{ code: 'escort-missing' }])
  await waitFor(() =>
    expect(changes()).toEqual([['Change the rules of the door', `/device/sites/door?id=${doorId}&tab=rules`]]),
  )
})

it.each<[string, Partial<RecordDetail>, Role]>([
  ['the door opened', { opened: true }, 'superAdmin'],
  ['nobody knows the face, and nobody is like it', { kind: 'stranger', person: null }, 'superAdmin'],
  ['the role changes nothing of it', {}, 'deviceAdmin'],
])('nothing is offered where %s', (_, change, role) => {
  show([{ code: change.kind === 'stranger' ? 'face-not-known' : 'suspended' }], change, role)
  expect(changes()).toEqual([])
})

const preview = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Preview: ${name}` }))
  const region = document.querySelector('.record-preview')
  await waitFor(() => expect(region?.querySelector('p')).toBeTruthy())
  return [...(region?.querySelectorAll('p, li') ?? [])].map(({ textContent }) => textContent)
}

it('the preview of a group tells the doors that it brings, and stays in the record', async () => {
  show([{ code: 'no-group-bound' }])
  expect(await preview('Put Quinn into IT')).toEqual([
    'In IT, Quinn may pass 7 doors:',
    'Door 0 · Office hours',
    ...[1, 2, 3, 4].map((place) => `Door ${place} · at any time`),
    'and 2 more',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Preview: Put Quinn into IT', expanded: true }))
  expect(document.querySelector('.record-preview')).toBeNull()
})

it('the preview names each door of one name, though they are called alike', async () => {
  const complaints = vi.spyOn(console, 'error')
  const twins = { ...matrix, doors: matrix.doors.map((one) => ({ ...one, name: 'Entrance' })) }
  show([{ code: 'no-group-bound' }], {}, 'superAdmin', twins)
  expect((await preview('Put Quinn into IT')).filter((line) => line === 'Entrance · at any time')).toHaveLength(4)
  expect(complaints).not.toHaveBeenCalled()
  complaints.mockRestore()
})

it.each<[string, RecordDetail['reasons'], string, string[]]>([
  [
    'a door for a group tells who would pass with the person',
    [{ code: 'no-group-bound' }],
    'Give a group of Quinn this door',
    ['Everybody in the group that gets this door may pass it then. Quinn is in:', 'Facilities · 41 people'],
  ],
  [
    'other hours of a group tells those of now',
    [{ code: 'outside-ranges', groupId, timetableId, row: 1 }],
    'Give Facilities other hours here',
    ['Now Facilities, 41 people, passes here: Office hours.'],
  ],
  [
    'a timetable tells each place where it counts',
    [{ code: 'outside-ranges', groupId, timetableId, row: 1 }],
    'Change the hours of Office hours',
    ['Its hours count in 2 places, which all change with it:', 'IT · Door 0', 'Facilities · Door 0'],
  ],
])('the preview of %s', async (_, reasons, name, expected) => {
  show(reasons)
  expect(await preview(name)).toEqual(expected)
})
