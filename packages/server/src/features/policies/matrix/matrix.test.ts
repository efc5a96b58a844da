import { randomUUID } from 'node:crypto'
import { getConfiguration } from '@gatehouse/contract/device/link.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { groupRoutesOf, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { createPolicies, listPolicies } from '@gatehouse/contract/features/policies.ts'
import {
  getOpenDoors,
  getPolicyMatrix,
  type MatrixChange,
  previewPolicyMatrix,
  savePolicyMatrix,
} from '@gatehouse/contract/features/policies/matrix.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStaff, pairTestDevice, type PairedDevice } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let leader: Caller
let gate: PairedDevice
let lab: PairedDevice
let staff: string
let team: string
let blacklisted: string
let day: string
let night: string
const hours = (from: number, to: number) => [{ startMinute: from * 60, endMinute: to * 60 }]

beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  const owner = await house.asRole('superAdmin')
  leader = owner
  admin = await house.asRole('subAdmin')
  gate = await pairTestDevice(house, owner, 'Gate')
  lab = await pairTestDevice(house, owner, 'Lab')
  const groups = await owner.ask(listGroups)
  staff = groups.find(({ kind, isDefault }) => kind === 'staff' && isDefault)!.id
  blacklisted = groups.find(({ kind }) => kind === 'blacklisted')!.id
  team = (await owner.ask(groupRoutesOf.staff.create, { body: { name: 'Team' } })).id
  const timetable = async (name: string, ranges: ReturnType<typeof hours>) =>
    (
      await owner.ask(createTimetable, {
        body: {
          name,
          validFromOn: null,
          validToOn: null,
          week: Array.from({ length: 7 }, () => ranges),
          holiday: [],
          holidays: [],
        },
      })
    ).id
  day = await timetable('Day', hours(8, 18))
  night = await timetable('Night', hours(20, 24))
})
afterAll(() => house.close())
beforeEach(async () => {
  await sql`delete from pass_policy`.execute(house.db)
  await sql`delete from device_group where group_id = ${team}`.execute(house.db)
})

const empty = { isBound: false, timetableIds: [] }
const always = { isBound: true, timetableIds: [] }
const change = (
  deviceId: string,
  groupId: string,
  was: MatrixChange['was'],
  becomes: MatrixChange['becomes'],
): MatrixChange => ({ deviceId, groupId, was, becomes })
const save = (...changes: MatrixChange[]) => admin.ask(savePolicyMatrix, { body: { changes } })
const refusal = async (...changes: MatrixChange[]) =>
  (await admin.call(savePolicyMatrix, { body: { changes } })).message
const cellOf = async (deviceId: string, groupId: string) => {
  const { cells } = await admin.ask(getPolicyMatrix)
  const cell = cells.find((one) => one.deviceId === deviceId && one.groupId === groupId)
  return cell ? { isBound: cell.isBound, timetableIds: cell.timetableIds } : empty
}
const accessOf = async (device: PairedDevice) => (await device.ask(getConfiguration)).access

it('[PASS-02] the matrix shows every kind of access as it is: none, always, one or several timetables, and policies without effect', async () => {
  await admin.ask(createPolicies, { body: { deviceIds: [lab.id], groupIds: [staff, team], timetableId: day } })
  await admin.ask(createPolicies, { body: { deviceIds: [lab.id], groupIds: [staff], timetableId: night } })
  const { groups, doors, doorTotal, timetables } = await admin.ask(getPolicyMatrix)
  expect(groups.map(({ name }) => name)).toContain('Team')
  expect(groups.map(({ id }) => id)).not.toContain(blacklisted)
  expect(doors.map(({ name }) => name)).toEqual(['Gate', 'Lab'])
  expect(doorTotal).toBe(2)
  expect(timetables.map(({ name, neverOpens }) => [name, neverOpens])).toEqual([
    ['Day', false],
    ['Night', false],
  ])
  expect(await cellOf(gate.id, staff)).toEqual(always)
  expect(await cellOf(gate.id, team)).toEqual(empty)
  expect(await cellOf(lab.id, staff)).toEqual({ isBound: true, timetableIds: [day, night] })
  expect(await cellOf(lab.id, team)).toEqual({ isBound: false, timetableIds: [day] })
})

it('[PASS-02] [DEV-07] painted cells bind groups and set policies in one go, and reach the doors concerned and no other', async () => {
  const before = (await accessOf(gate)).revision
  await save(change(lab.id, team, empty, day), change(lab.id, staff, always, night))
  expect(await cellOf(lab.id, team)).toEqual({ isBound: true, timetableIds: [day] })
  expect(await cellOf(lab.id, staff)).toEqual({ isBound: true, timetableIds: [night] })
  const access = await accessOf(lab)
  expect(access.boundGroupIds).toContain(team)
  expect(new Map(access.policies.map(({ groupId, timetableId }) => [groupId, timetableId]))).toEqual(
    new Map([
      [team, day],
      [staff, night],
    ]),
  )
  expect((await accessOf(gate)).revision).toBe(before)
  await save(
    change(lab.id, team, { isBound: true, timetableIds: [day] }, 'none'),
    change(lab.id, staff, { isBound: true, timetableIds: [night] }, 'always'),
  )
  expect(await cellOf(lab.id, team)).toEqual(empty)
  expect(await cellOf(lab.id, staff)).toEqual(always)
  expect((await admin.ask(listPolicies)).total).toBe(0)
  const { rows } = await sql<{ item: string; changes: object }>`
    select item, changes from operation_log where event = 'save-matrix' order by at desc, id desc limit 1`.execute(
    house.db,
  )
  expect(rows[0]).toMatchObject({
    item: expect.stringContaining('Lab – Team'),
    changes: { access: { from: ['Lab – Team: Day', expect.any(String)], to: ['Lab – Team: –', expect.any(String)] } },
  })
})

it('[PASS-02] several timetables of a cell become the painted one, and a policy that stays keeps its line', async () => {
  for (const timetableId of [day, night])
    await admin.ask(createPolicies, { body: { deviceIds: [lab.id], groupIds: [staff], timetableId } })
  const kept = (await admin.ask(listPolicies, { query: { timetableId: day } })).items[0]
  await save(change(lab.id, staff, { isBound: true, timetableIds: [night, day] }, day))
  expect((await admin.ask(listPolicies)).items.map(({ id }) => id)).toEqual([kept!.id])
})

it('[PASS-02] a cell that somebody else has changed meanwhile refuses all changes, with its name', async () => {
  const { groups } = await admin.ask(getPolicyMatrix)
  expect(groups).not.toEqual([])
  await admin.ask(createPolicies, { body: { deviceIds: [lab.id], groupIds: [staff], timetableId: night } })
  const answer = await admin.call(savePolicyMatrix, {
    body: { changes: [change(gate.id, team, empty, day), change(lab.id, staff, always, day)] },
  })
  expect(answer.message).toBe('policy.changed-meanwhile')
  expect(answer.desc).toContain('Lab – ')
  expect(answer.desc).not.toContain('Team')
  expect(await cellOf(gate.id, team)).toEqual(empty)
  const bindings = (await accessOf(gate)).boundGroupIds
  const owner = await house.asRole('superAdmin')
  await owner.ask(updateDevice, { params: { id: gate.id }, body: { groupIds: [...bindings, team] } })
  expect(await refusal(change(gate.id, team, empty, day))).toBe('policy.changed-meanwhile')
})

it('[PASS-02] of two people who save the same cell at once, one is refused', async () => {
  const answers = await Promise.all([
    refusal(change(gate.id, team, empty, day)),
    refusal(change(gate.id, team, empty, night)),
  ])
  expect(answers.toSorted()).toEqual(['policy.changed-meanwhile', 'success'])
})

it('[PASS-02] changes name existing staff or visitor groups, doors and timetables, each cell once', async () => {
  expect(await refusal(change(gate.id, blacklisted, always, day))).toBe('policy.group-kind')
  expect(await refusal(change(gate.id, randomUUID(), empty, day))).toBe('group.not-found')
  expect(await refusal(change(randomUUID(), team, empty, day))).toBe('device.not-found')
  expect(await refusal(change(gate.id, team, empty, randomUUID()))).toBe('timetable.not-found')
  expect(await refusal(change(gate.id, team, empty, day), change(gate.id, team, empty, night))).toBe('request.invalid')
})

it('[PASS-02] before it is saved the preview says who gains and who loses a door; people of another group that passes are neither', async () => {
  const [both, only] = [
    await buildStaff(leader, 'Ada Both', [staff, team]),
    await buildStaff(leader, 'Otto Only', [team]),
  ]
  expect([both.name, only.name]).toEqual(['Ada Both', 'Otto Only'])
  const preview = (...changes: MatrixChange[]) => admin.ask(previewPolicyMatrix, { body: { changes } })
  const gained = await preview(change(lab.id, team, empty, day))
  expect(gained.doors).toEqual([
    { device: { id: lab.id, name: 'Lab' }, gains: { count: 1, names: ['Otto Only'] }, loses: { count: 0, names: [] } },
  ])
  expect(await cellOf(lab.id, team)).toEqual(empty)
  await save(change(lab.id, team, empty, day))
  const lost = await preview(change(lab.id, team, { isBound: true, timetableIds: [day] }, 'none'))
  expect(lost.doors[0]?.loses).toEqual({ count: 1, names: ['Otto Only'] })
  const other = await preview(change(lab.id, team, { isBound: true, timetableIds: [day] }, night))
  expect(other).toEqual({ doors: [], doorTotal: 0 })
})

it('[PASS-03] the doors that open for a person at a moment are those that the terminals would open', async () => {
  const { id: personId } = await buildStaff(leader, 'Vera Visitor', [staff])
  await save(change(lab.id, staff, always, night))
  const at = async (moment: string) => (await admin.ask(getOpenDoors, { query: { personId, at: moment } })).deviceIds
  expect(await at('2026-11-24T21:00:00Z')).toEqual([gate.id, lab.id])
  expect(await at('2026-11-24T10:00:00Z')).toEqual([gate.id])
  expect((await admin.call(getOpenDoors, { query: { personId: randomUUID() } })).message).toBe('person.not-found')
})
