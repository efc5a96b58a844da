import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { getDevice, listDevicePeople, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createPolicies } from '@gatehouse/contract/features/policies.ts'
import { getRecord } from '@gatehouse/contract/features/records.ts'
import { listRegistrations } from '@gatehouse/contract/features/registrations.ts'
import { getStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { resumePeople, suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import type { ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberAt, startZkHouse, type ZkHouse } from '../../../../test/zk-house.ts'
import { takeExpiredOffDevices } from '../../../features/visitors/visitor-jobs.ts'
import { tellEndedSuspensions } from '../../../people/suspension-service.ts'
import type { DeviceMember } from '../../device-intents.ts'
import { divide } from './keep-off.ts'

const now = Temporal.Instant.from('2026-03-02T10:00:00Z')
const member: DeviceMember = {
  personId: '0199aaaa-0000-7000-8000-000000000001',
  number: 100_000_001,
  kind: 'staff',
  name: 'Ann',
  groupIds: ['open'],
  validFromAt: null,
  validToAt: null,
  endsBy: null,
  cardNumber: null,
  pin: 'none',
  portraitId: null,
}
const rights = { zonesOf: (groupIds: readonly string[]) => (groupIds.includes('open') ? [2] : []) }

describe('[DEV-06] an attendance terminal is kept free of', () => {
  const [past, future] = ['2026-03-02T10:00:00Z', '2026-03-02T10:00:01Z']
  it.each<[string, Partial<DeviceMember>, object | undefined]>([
    ['nobody who may pass', { validFromAt: past, validToAt: future }, undefined],
    ['the blacklisted', { kind: 'blacklisted' }, { reason: 'blacklisted', untilAt: null }],
    ['the suspended', { validToAt: past, endsBy: 'suspension' }, { reason: 'suspended', untilAt: null }],
    ['those who have left', { validToAt: past, endsBy: 'leaving' }, { reason: 'left', untilAt: null }],
    ['those whose period is over', { validToAt: past, endsBy: 'period' }, { reason: 'expired', untilAt: null }],
    ['those whose period is to come', { validFromAt: future }, { reason: 'not-yet-valid', untilAt: future }],
    ['those in no group with hours', { groupIds: ['shut'] }, { reason: 'no-hours', untilAt: null }],
  ])('%s', (_, change, kept) => {
    const one = { ...member, ...change }
    const { here, off } = divide({ type: 'ZKATT' }, [one], rights, now)
    expect([here, off]).toEqual(kept ? [[], [{ member: one, ...kept }]] : [[one], []])
    // An access terminal has rights, and knows whom it refuses.
    expect(divide({ type: 'ZKACC' }, [one], rights, now)).toEqual({ here: [one], off: [] })
  })
})

let zk: ZkHouse
beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

const faults = { ignoresHours: true }
/** Its clock is that of the tests, as a terminal has the time of its server. */
const nowMs = () => zk.house.clock.now().epochMilliseconds
const board = async (deviceId: string, name: string) => {
  const { items } = await zk.admin.ask(listDevicePeople, { params: { id: deviceId }, query: { keyword: name } })
  return [items[0]?.state, items[0]?.reason]
}
const countsOf = async (id: string) => (await zk.admin.ask(getDevice, { params: { id } })).people

/** Enrolled, and on the terminal with everything. */
async function onTerminal(terminal: ZkTerminal, name: string, more: object = {}) {
  const { id } = await zk.enrol(name, more)
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), `${name} is there`)
  await zk.settle(terminal, () => true)
  return { id, pin: numberAt(terminal, name) }
}
/** Polls while the clock goes on, as a terminal does in the minutes after something. */
const later = (terminal: ZkTerminal, isSo: () => boolean | Promise<boolean>, what: string) =>
  until(async () => {
    zk.house.clock.advance({ seconds: 10 })
    await terminal.poll()
    return isSo()
  }, what)

describe('[DEV-06] at an attendance terminal that keeps to no hours', () => {
  it('somebody who is suspended is refused, is no failure, and comes back with face and number', async () => {
    const { terminal, device, serialNumber } = await zk.accepted('att', 'SUSPENDS', {
      faults: { ...faults, hidesToken: true },
      nowMs,
    })
    const poll = `/iclock/getrequest?SN=${serialNumber}`
    const { id, pin } = await onTerminal(terminal, 'Suspended here')
    expect(terminal.opensFor(pin)).toBe(true)
    await zk.admin.ask(suspendPeople, { body: { personIds: [id], toAt: null } })
    // A terminal whose answers do not come has them still: they wait to be taken off, and both pages say why.
    await until(async () => (await zk.call('GET', poll)).body.includes('DELETE'), 'it is told')
    expect(await board(device.id, 'Suspended here')).toEqual(['waiting', 'suspended'])
    // A row that it tells of them meanwhile is no enrolment of somebody new.
    const enrolled = async () => (await zk.admin.ask(listRegistrations)).items.map(({ name }) => name)
    terminal.enrol(pin, 'Suspended here', photograph(faces.cage))
    await terminal.deliver()
    expect(await enrolled()).not.toContain('Suspended here')
    const page = await zk.admin.ask(getStaff, { params: { id } })
    expect(page.devices.find(({ deviceId }) => deviceId === device.id)).toMatchObject({
      state: 'waiting',
      reason: 'suspended',
    })
    await later(terminal, () => !terminal.state.people.has(pin), 'they are gone')
    expect([terminal.opensFor(pin), terminal.state.photos.has(pin)]).toEqual([false, false])
    await later(terminal, async () => (await board(device.id, 'Suspended here'))[0] === 'kept-off', 'the board says so')
    expect(await board(device.id, 'Suspended here')).toEqual(['kept-off', 'suspended'])
    const counts = await countsOf(device.id)
    expect([counts.failed, counts.waiting, counts.keptOff > 0]).toEqual([0, 0, true])
    const { devices } = await zk.admin.ask(getStaff, { params: { id } })
    expect(devices.find(({ deviceId }) => deviceId === device.id)).toMatchObject({
      state: 'kept-off',
      reason: 'suspended',
    })
    // A change of theirs brings nobody back.
    await zk.admin.ask(updateStaff, { params: { id }, body: { name: 'By another name' } })
    await zk.settle(terminal, () => true)
    expect(terminal.state.people.has(pin)).toBe(false)
    await zk.admin.ask(resumePeople, { body: { personIds: [id] } })
    await zk.settle(terminal, () => terminal.state.photos.has(pin), 'they are back')
    expect([terminal.opensFor(pin), numberAt(terminal, 'By another name')]).toEqual([true, pin])
    await later(terminal, async () => (await board(device.id, 'By another'))[0] === 'done', 'the board says so')
  })

  it('a suspension that begins and ends by itself takes them away and gives them back', async () => {
    await zk.signIn()
    const { terminal } = await zk.accepted('att', 'DATED', { faults, nowMs })
    const { id, pin } = await onTerminal(terminal, 'Suspended by date')
    const fromAt = zk.house.clock.now().add({ minutes: 20 }).toString()
    const toAt = zk.house.clock.now().add({ minutes: 40 }).toString()
    await zk.admin.ask(suspendPeople, { body: { personIds: [id], fromAt, toAt } })
    await zk.settle(terminal, () => (terminal.state.people.get(pin)?.until ?? '') !== '', 'it knows the end')
    expect(terminal.opensFor(pin)).toBe(true)
    zk.house.clock.advance({ minutes: 21 })
    await zk.settle(terminal, () => !terminal.state.people.has(pin), 'they are gone')
    zk.house.clock.advance({ minutes: 20 })
    await tellEndedSuspensions(zk.house.gatehouse.services)
    await zk.settle(terminal, () => terminal.state.photos.has(pin), 'they are back')
  })

  it('a visitor comes when the visit begins and goes when it ends', async () => {
    await zk.signIn()
    const { terminal, device } = await zk.accepted('att', 'VISITS', { faults, nowMs })
    const from = zk.house.clock.now().add({ minutes: 30 })
    const body = { name: 'Visits later', validFromAt: from.toString(), validToAt: from.add({ hours: 1 }).toString() }
    await zk.admin.ask(createVisitor, { body })
    await later(terminal, async () => (await board(device.id, 'Visits later'))[0] === 'kept-off', 'the board says so')
    expect(await board(device.id, 'Visits later')).toEqual(['kept-off', 'not-yet-valid'])
    expect(numberAt(terminal, 'Visits later')).toBe('')
    zk.house.clock.advance({ minutes: 31 })
    await zk.settle(terminal, () => numberAt(terminal, 'Visits later') !== '', 'they have come')
    const pin = numberAt(terminal, 'Visits later')
    zk.house.clock.advance({ hours: 1 })
    await zk.settle(terminal, () => !terminal.state.people.has(pin), 'they are gone')
    // Of a visitor whose visit is over devices know nothing, and nor does the board.
    await takeExpiredOffDevices(zk.house.gatehouse.services)
    const keptOff = () =>
      zk.house.db
        .selectFrom('device_person_kept_off')
        .select('reason')
        .where('device_id', '=', device.id)
        .where('number', '=', Number(pin))
        .execute()
    await later(terminal, async () => (await keptOff()).length === 0, 'they belong there no more')
    expect(await board(device.id, 'Visits later')).toEqual([undefined, undefined])
  })

  it('nobody of the blacklist and of a group whose hours are over is sent, until the group has others', async () => {
    await zk.signIn()
    const { terminal, device } = await zk.accepted('att', 'OVER', { faults, nowMs })
    const params = { id: device.id }
    const { id: groupId } = await zk.admin.ask(groupRoutesOf.staff.create, { body: { name: 'Hours are over' } })
    const { groups } = await zk.admin.ask(getDevice, { params })
    await zk.admin.ask(updateDevice, { params, body: { groupIds: [...groups.map(({ id }) => id), groupId] } })
    const week = Array.from({ length: 7 }, () => [{ startMinute: 0, endMinute: 1439 }])
    const today = zk.house.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    const hours = { week, holiday: [], holidays: [], validFromOn: null, validToOn: null }
    const over = { ...hours, name: 'Over', validToOn: today.subtract({ days: 2 }).toString() }
    const { id: timetableId } = await zk.admin.ask(createTimetable, { body: over })
    await zk.admin.ask(createPolicies, { body: { deviceIds: [device.id], groupIds: [groupId], timetableId } })
    await zk.admin.ask(createBlacklisted, { body: { name: 'Never sent', reason: 'A threat' } })
    await zk.enrol('Hours over', { groupIds: [groupId] })
    await later(terminal, async () => (await board(device.id, 'Hours over'))[0] === 'kept-off', 'the board says so')
    expect(await board(device.id, 'Hours over')).toEqual(['kept-off', 'no-hours'])
    expect(await board(device.id, 'Never sent')).toEqual(['kept-off', 'blacklisted'])
    expect([numberAt(terminal, 'Hours over'), numberAt(terminal, 'Never sent')]).toEqual(['', ''])
    const { id: other } = await zk.admin.ask(createTimetable, { body: { ...hours, name: 'In force' } })
    await zk.admin.ask(createPolicies, { body: { deviceIds: [device.id], groupIds: [groupId], timetableId: other } })
    await zk.settle(terminal, () => numberAt(terminal, 'Hours over') !== '', 'they have come')
    expect(numberAt(terminal, 'Never sent')).toBe('')
  })

  it('a comparison sends nobody who is kept off, misses none of them, and removes one who is there', async () => {
    await zk.signIn()
    const { terminal, device } = await zk.accepted('att', 'COMPARES', { faults, nowMs })
    const { id, pin } = await onTerminal(terminal, 'Compared')
    await zk.admin.ask(suspendPeople, { body: { personIds: [id], toAt: null } })
    await zk.settle(terminal, () => !terminal.state.people.has(pin), 'they are gone')
    const checkOf = () =>
      zk.house.db.selectFrom('zkteco_device').selectAll().where('device_id', '=', device.id).executeTakeFirstOrThrow()
    const compare = async () => {
      // One that runs already would count for the one that is wanted.
      await later(terminal, async () => !(await checkOf()).check_runs, 'nothing runs')
      const { check_number: before } = await checkOf()
      await zk.house.db
        .updateTable('zkteco_device')
        .set({ check_wanted: true })
        .where('device_id', '=', device.id)
        .execute()
      await later(
        terminal,
        async () => {
          const { check_number, check_runs, check_repairs } = await checkOf()
          return check_number > before && !check_runs && !check_repairs
        },
        'it was compared',
      )
      const { check_missing, check_surplus } = await checkOf()
      return [check_missing, check_surplus]
    }
    expect(await compare()).toEqual([0, 0])
    expect(terminal.state.people.has(pin)).toBe(false)
    const [other] = terminal.state.people.values()
    terminal.state.people.set(pin, { ...other!, name: 'Put back by hand' })
    expect(await compare()).toEqual([0, 1])
    await zk.settle(terminal, () => !terminal.state.people.has(pin), 'they are gone again')
    await later(terminal, async () => (await board(device.id, 'Compared'))[0] === 'kept-off', 'the board says so')
  })

  it('a record of a terminal that was offline says that the server would have refused it', async () => {
    await zk.signIn()
    const { terminal, device } = await zk.accepted('att', 'OFFLINE', { faults, nowMs })
    const { id, pin } = await onTerminal(terminal, 'Passes offline')
    await zk.admin.ask(suspendPeople, { body: { personIds: [id], toAt: null } })
    await until(async () => (await board(device.id, 'Passes offline'))[0] === 'waiting', 'the board waits for it')
    // Nothing was told to it: it opens, and its record comes when it is back.
    expect(terminal.opensFor(pin)).toBe(true)
    zk.house.clock.advance({ seconds: 5 })
    terminal.pass({ pin })
    await terminal.deliver()
    const record = await until(async () => (await zk.recordsOf(device.id)).find((one) => one.person?.id === id))
    const { reasons } = await zk.admin.ask(getRecord, { params: { id: record.id } })
    expect(reasons.map(({ code }) => code)).toEqual(expect.arrayContaining(['server-refuses', 'suspended']))
    await zk.settle(terminal, () => !terminal.state.people.has(pin), 'they are gone')
  })
})
