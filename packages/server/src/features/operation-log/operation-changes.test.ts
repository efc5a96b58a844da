import { createAttendanceArea, updateAttendanceArea } from '@gatehouse/contract/features/attendance/areas.ts'
import { createAttendanceRule, updateAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import { updateAttendanceReport } from '@gatehouse/contract/features/attendance/reports.ts'
import {
  createAlarmRule,
  getAlarmSettings,
  updateAlarmRule,
  updateAlarmSettings,
} from '@gatehouse/contract/features/alarms.ts'
import { createBlacklisted, updateBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { getOperation, listOperations, type OperationDetail } from '@gatehouse/contract/features/operation-log.ts'
import { groupRoutesOf, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { createPolicies, listPolicies, updatePolicy } from '@gatehouse/contract/features/policies.ts'
import { getRecordSettings, updateRecordSettings } from '@gatehouse/contract/features/records.ts'
import { createStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { createTimetable, updateTimetable } from '@gatehouse/contract/features/timetables.ts'
import { createVisitor, extendVisits, updateVisitor } from '@gatehouse/contract/features/visitors.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { officeHours } from '../../../test/build-attendance.ts'
import { pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let gate: PairedDevice
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, admin, 'Gate')
})
afterAll(() => house.close())

async function lastLine(module: string): Promise<OperationDetail> {
  const { items } = await admin.ask(listOperations, { query: { module, size: 1 } })
  return admin.ask(getOperation, { params: { id: items[0]!.id } })
}
const lastChanges = async (module: string) => (await lastLine(module)).changes

it('[BU-03] the line of a changed person names the fields before and after; numbers are masked, faces never there', async () => {
  const person = await admin.ask(createStaff, { body: { name: 'Li Wei', phone: '13800000001' } })
  await admin.ask(updateStaff, { params: { id: person.id }, body: { position: 'Guard', phone: '13900000002' } })
  expect(await lastChanges('staff')).toEqual({
    position: { from: null, to: 'Guard' },
    phone: { from: '13•••01', to: '13•••02' },
  })

  const period = { validFromAt: '2026-01-01T00:00:00Z', validToAt: '2026-01-02T00:00:00Z' }
  const visitor = await admin.ask(createVisitor, { body: { name: 'Guest', ...period } })
  await admin.ask(updateVisitor, { params: { id: visitor.id }, body: { company: 'Acme' } })
  expect(await lastChanges('visitor')).toEqual({ company: { from: null, to: 'Acme' } })

  const banned = await admin.ask(createBlacklisted, { body: { name: 'Banned', reason: 'Theft' } })
  await admin.ask(updateBlacklisted, { params: { id: banned.id }, body: { reason: 'Fraud' } })
  expect(await lastChanges('blacklist')).toEqual({ reason: { from: 'Theft', to: 'Fraud' } })
})

it('[BU-03] the line of a changed group, device, timetable or policy names the fields before and after', async () => {
  const group = await admin.ask(groupRoutesOf.staff.create, { body: { name: 'Night' } })
  await admin.ask(groupRoutesOf.staff.rename, { params: { id: group.id }, body: { name: 'Night shift' } })
  expect(await lastChanges('staff-group')).toEqual({ name: { from: 'Night', to: 'Night shift' } })

  await admin.ask(updateDevice, { params: { id: gate.id }, body: { location: 'Hall', direction: 'in' } })
  expect(await lastChanges('device')).toMatchObject({ location: { from: 'Lobby', to: 'Hall' } })

  const hours = { startMinute: 480, endMinute: 1200 }
  const times = {
    name: 'Day',
    validFromOn: null,
    validToOn: null,
    week: Array.from({ length: 7 }, () => [hours]),
    holiday: [],
    holidays: [],
  }
  const day = await admin.ask(createTimetable, { body: times })
  const other = await admin.ask(createTimetable, { body: { ...times, name: 'Other' } })
  await admin.ask(updateTimetable, { params: { id: day.id }, body: { ...times, validFromOn: '2026-01-01' } })
  expect(await lastChanges('timetable')).toEqual({ validFromOn: { from: null, to: '2026-01-01' } })

  const groups = await admin.ask(listGroups, { query: { kind: 'staff' } })
  const body = { deviceIds: [gate.id], groupIds: [groups[0]!.id], timetableId: day.id }
  await admin.ask(createPolicies, { body })
  const [policy] = (await admin.ask(listPolicies)).items
  await admin.ask(updatePolicy, { params: { id: policy!.id }, body: { timetableId: other.id } })
  expect(await lastChanges('policy')).toMatchObject({ timetable: { from: { name: 'Day' }, to: { name: 'Other' } } })
})

it('[BU-03] the line of changed attendance names the fields before and after', async () => {
  const area = await admin.ask(createAttendanceArea, {
    body: { name: 'Yard', location: null, latitude: 1, longitude: 1, radiusMetres: 50, deviceIds: [] },
  })
  await admin.ask(updateAttendanceArea, { params: { id: area.id }, body: { radiusMetres: 80 } })
  expect(await lastChanges('attendance-area')).toEqual({ radiusMetres: { from: 50, to: 80 } })

  const rule = await admin.ask(createAttendanceRule, {
    body: { name: 'Office', settings: officeHours, areaIds: [], participants: [] },
  })
  await admin.ask(updateAttendanceRule, {
    params: { id: rule.id },
    body: { settings: { ...officeHours, lateToleranceMinutes: 10 } },
  })
  expect(await lastLine('attendance-rule')).toMatchObject({
    remark: null,
    facts: { version: 2, effectiveOn: expect.stringMatching(/^\d{4}-/) as string },
    changes: { lateToleranceMinutes: { from: 5, to: 10 } },
  })
  await admin.ask(updateAttendanceReport, { body: { recipients: ['a@example.com'], dayOfMonth: 3, language: 'en' } })
  expect(await lastChanges('attendance')).toMatchObject({ recipients: { from: [], to: ['a@example.com'] } })
})

it('[BU-03] the line of changed alarm and record settings names the fields before and after', async () => {
  const settings = await admin.ask(getAlarmSettings)
  await admin.ask(updateAlarmSettings, { body: { ...settings, offlineMinutes: settings.offlineMinutes + 1 } })
  expect(await lastChanges('alarm')).toEqual({
    offlineMinutes: { from: settings.offlineMinutes, to: settings.offlineMinutes + 1 },
  })
  const alarmRule = {
    name: 'Nights',
    isEnabled: true,
    types: [],
    deviceIds: [],
    fromMinute: 0,
    toMinute: 0,
    recipients: ['a@example.com'],
    language: 'en' as const,
  }
  const { id } = await admin.ask(createAlarmRule, { body: alarmRule })
  await admin.ask(updateAlarmRule, { params: { id }, body: { ...alarmRule, isEnabled: false } })
  expect(await lastChanges('alarm')).toEqual({ isEnabled: { from: true, to: false } })

  const kept = await admin.ask(getRecordSettings)
  await admin.ask(updateRecordSettings, { body: { ...kept, strangerDays: 7 } })
  expect(await lastChanges('record')).toEqual({ strangerDays: { from: kept.strangerDays, to: 7 } })
})

it('[BU-03] the facts that the system adds to an action are in no language: names and values', async () => {
  const period = { validFromAt: '2026-01-01T00:00:00Z', validToAt: '2026-01-02T00:00:00Z' }
  const visitor = await admin.ask(createVisitor, { body: { name: 'Late guest', ...period } })
  await admin.ask(extendVisits, { body: { ids: [visitor.id], validToAt: '2026-01-03T00:00:00Z' } })
  expect(await lastLine('visitor')).toMatchObject({ remark: null, facts: { validToAt: '2026-01-03T00:00:00Z' } })
})
