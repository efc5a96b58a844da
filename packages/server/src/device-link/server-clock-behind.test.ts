import { randomUUID } from 'node:crypto'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { pushAlarms, pushRecords } from '@gatehouse/contract/device/link.ts'
import { getAlarm, listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { createAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import { getAttendanceDay } from '@gatehouse/contract/features/attendance/days.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { follow, instantAt, officeHours, zone } from '../../test/build-attendance.ts'
import { buildRecord, buildStaff, pairTestDevice, type PairedDevice } from '../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { noteLatestTime } from '../db/installation-store.ts'

let house: TestGatehouse
let admin: Caller
let device: PairedDevice
beforeEach(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  device = await pairTestDevice(house, admin)
})
afterEach(() => house.close())

const alarmAt = (at: string, sequence = 1) => ({
  id: randomUUID(),
  sequence,
  code: alarmCodes.tamper,
  state: 'raised' as const,
  at,
  description: null,
  canRelease: true,
  personId: null,
  image: null,
})
const isoNow = () => Temporal.Now.instant().round('millisecond').toString()

it('records that arrived while the clock of the server was days behind are all there once it is right, with the times of the devices, and marked', async () => {
  const person = await buildStaff(admin, 'Li Wei')
  // The day before yesterday: yesterday lasts until the earliest punch of today.
  const on = Temporal.Now.plainDateISO(zone).subtract({ days: 2 })
  const said = instantAt(on.toString(), '12:00').toString()
  const participants = [{ kind: 'person' as const, id: person.id }]
  const effectiveOn = on.subtract({ days: 7 }).toString()
  await admin.ask(createAttendanceRule, {
    body: { name: 'Office', settings: { ...officeHours, timeZone: zone }, areaIds: [], participants, effectiveOn },
  })
  const punch = buildRecord(1, {
    kind: 'staff',
    personId: person.id,
    recognisedAt: said,
    cosine: 0.6,
    opened: true,
    abnormal: 'none',
    reasons: [],
  })
  const alarm = alarmAt(said)
  house.clock.set(Temporal.Instant.from(said).subtract({ hours: 72 }).toString())
  expect(await device.ask(pushRecords, { body: { records: [punch] } })).toMatchObject({ stored: 1 })
  expect(await device.ask(pushAlarms, { body: { alarms: [alarm] } })).toMatchObject({ stored: 1 })
  house.clock.set(isoNow())
  // The terminal lost the answer, or sends again after a restore: it is one record all the same.
  expect(await device.ask(pushRecords, { body: { records: [punch] } })).toMatchObject({ stored: 0, known: 1 })
  expect(await device.ask(pushAlarms, { body: { alarms: [alarm] } })).toMatchObject({ stored: 0, known: 1 })

  const records = (await admin.ask(listRecords)).items
  expect(records).toMatchObject([{ id: punch.id, claimedAt: said, hasDoubtfulTime: true }])
  expect(records[0]?.recognisedAt).toBe(records[0]?.receivedAt)
  expect((await admin.ask(listAlarms)).items).toMatchObject([{ claimedAt: said, hasDoubtfulTime: true }])

  await follow(house)
  // The day of the record shows the punch with the reason why it does not count, and a person can correct it there.
  const punchesOn = async (day: Temporal.PlainDate) =>
    (await admin.ask(getAttendanceDay, { params: { personId: person.id, on: day.toString() } })).punches
  const seen = { id: punch.id, outcome: 'from-the-future', hasDoubtfulTime: true, recordId: punch.id }
  expect(await punchesOn(on)).toMatchObject([{ ...seen, at: said }])
  expect(await punchesOn(on.subtract({ days: 3 }))).toMatchObject([{ ...seen, at: records[0]?.receivedAt }])
})

it('after the clock of the server was set back, times of devices are accepted up to a day after the latest time that was seen', async () => {
  await noteLatestTime(house.db, house.clock.now().toString(), 86_400)
  const [said, wild] = [isoNow(), Temporal.Now.instant().add({ hours: 50 }).round('millisecond').toString()]
  house.clock.advance({ hours: -240 })
  const records = [buildRecord(1, { recognisedAt: said }), buildRecord(2, { recognisedAt: wild })]
  await device.ask(pushRecords, { body: { records } })
  await device.ask(pushAlarms, { body: { alarms: [alarmAt(said), { ...alarmAt(wild, 2), code: alarmCodes.fire }] } })
  house.clock.advance({ hours: 240 })
  const { items } = await admin.ask(listRecords)
  expect(items.map(({ id, claimedAt, hasDoubtfulTime }) => [id, claimedAt, hasDoubtfulTime])).toEqual([
    [records[0]?.id, null, true],
    [records[1]?.id, wild, true],
  ])
  expect(items[0]?.recognisedAt).toBe(said)
  const alarms = (await admin.ask(listAlarms)).items
  expect(alarms.map(({ claimedAt, hasDoubtfulTime }) => [claimedAt, hasDoubtfulTime])).toEqual([
    [null, true],
    [wild, true],
  ])
  expect(alarms[0]?.raisedAt).toBe(said)
  expect(alarms[1] && alarms[1].raisedAt < said).toBe(true)
  const { trace } = await admin.ask(getAlarm, { params: { id: alarms[1]?.id ?? '' } })
  expect(trace).toMatchObject([{ kind: 'raised', claimedAt: wild }])
})
