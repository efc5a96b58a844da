import type { WhoMayPass } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import type { RecordDetail } from '@gatehouse/contract/features/records.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
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

function show(reasons: RecordDetail['reasons'], change: Partial<RecordDetail> = {}, role: Role = 'superAdmin') {
  setUser(sessionUserOf(role))
  answerCalls({
    'GET /api/v2/passage/who': {
      count: 0,
      people: [],
      groups: [group('Night shift', 'staff', false), group('IT', 'staff', true), group('Guests', 'visitor', true)],
      timetables: [],
      hours: { timeZone: 'UTC', days: [], changes: [] },
    },
    'GET /api/v2/doors': { items: [door], page: 1, size: 10, total: 1 },
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
const changes = () =>
  screen
    .queryAllByRole('link', { name: /^Go there: / })
    .map((link) => [link.getAttribute('aria-label')?.slice('Go there: '.length), link.getAttribute('href')])

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
