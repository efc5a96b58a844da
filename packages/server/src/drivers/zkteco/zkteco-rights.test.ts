import { getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { getDevice, listCommands, sendCommand, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createPolicies } from '@gatehouse/contract/features/policies.ts'
import { createStaff, deleteStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import type { ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse
beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

/** The address of the terminals of these tests. */
const address = '10.1.0.1'
const pollRaw = async (serialNumber: string) =>
  (await zk.call('GET', `/iclock/getrequest?SN=${serialNumber}`, undefined, address)).body
const answer = (serialNumber: string, text: string) =>
  zk.call('POST', `/iclock/devicecmd?SN=${serialNumber}`, text, address)
/** Polls until a command with these words comes; gives its number. `answersOthers`: those that come before it are carried out. */
const numberOf = (serialNumber: string, words: string, { answersOthers = false } = {}) =>
  until(async () => {
    const body = await pollRaw(serialNumber)
    const [, number] = new RegExp(`^C:(\\d+):${words}`).exec(body) ?? []
    const [, other] = /^C:(\d+):/.exec(body) ?? []
    if (answersOthers && number === undefined && other !== undefined)
      await answer(serialNumber, `ID=${other}&Return=0&CMD=DATA\n`)
    return number
  }, words)
const rowsOf = (deviceId: string) =>
  zk.house.db.selectFrom('zkteco_command').selectAll().where('device_id', '=', deviceId).orderBy('number').execute()
const idle = async (terminal: ZkTerminal) => {
  await zk.settle(terminal, () => terminal.state.zones.has('2'))
  await zk.settle(terminal, () => true)
}

it('[DEV-06] an answer to a command that was never sent ends nothing', async () => {
  const { device, serialNumber } = await zk.accepted('acc', 'UNSENT', { faults: { hidesToken: true } })
  await numberOf(serialNumber, 'DATA UPDATE timezone')
  const before = await rowsOf(device.id)
  const waiting = before.filter(({ state }) => state === 'waiting').map(({ number }) => number)
  expect(waiting.length).toBeGreaterThan(0)
  // Nobody can tell from a serial number what the commands are called.
  expect(before[0]?.number).toBeGreaterThan(1_000)
  await answer(serialNumber, waiting.map((number) => `ID=${number}&Return=0&CMD=DATA\n`).join(''))
  const after = await rowsOf(device.id)
  expect(after.filter(({ number }) => waiting.includes(number)).every(({ state }) => state === 'waiting')).toBe(true)
})

describe('a command at the door', () => {
  it('that the terminal could not carry out just then has failed, for it is not sent again', async () => {
    const { terminal, device, serialNumber } = await zk.accepted('acc', 'BUSYDOOR', { faults: { hidesToken: true } })
    await idle(terminal)
    const { id } = await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'open-once' } })
    const number = await numberOf(serialNumber, 'CONTROL DEVICE 01')
    await answer(serialNumber, `ID=${number}&Return=-1003&CMD=CONTROL DEVICE\n`)
    const { items } = await zk.admin.ask(listCommands, { params: { id: device.id } })
    expect(items.find((one) => one.id === id)).toMatchObject({
      state: 'failed',
      result: 'The terminal answered -1003.',
    })
  })

  it('releases the alarms of all doors of a controller one by one', async () => {
    const { terminal, device } = await zk.accepted('acc', 'RELEASE', { doors: 4 })
    await idle(terminal)
    const { id } = await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'release-alarm' } })
    await zk.settle(terminal, () => terminal.state.acts.length === 4)
    expect(terminal.state.acts).toEqual(['02010000', '02020000', '02030000', '02040000'])
    const { items } = await zk.admin.ask(listCommands, { params: { id: device.id } })
    expect(items.find((one) => one.id === id)?.state).toBe('done')
  })
})

it('somebody who came back while the terminal told who is on it stays there', async () => {
  const { terminal, device } = await zk.accepted('att', 'BACK')
  await zk.enrol('Came back')
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Came back')))
  await zk.settle(terminal, () => true)
  const pin = numberAt(terminal, 'Came back')
  const find = () =>
    zk.house.db.selectFrom('zkteco_device').selectAll().where('device_id', '=', device.id).executeTakeFirstOrThrow()
  await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'sync-now' } })
  await until(async () => {
    await terminal.poll()
    return (await find()).check_runs
  }, 'the terminal is asked')
  const { check_number } = await find()
  // The terminal told this number while the person did not belong there.
  await zk.house.db.insertInto('zkteco_surplus').values({ device_id: device.id, pin, check_number }).execute()
  await until(async () => {
    await terminal.poll()
    zk.house.clock.advance({ seconds: 20 })
    return !(await find()).check_runs
  }, 'the comparison has ended')
  await zk.settle(terminal, () => true)
  expect([(await find()).check_surplus, terminal.state.people.has(pin)]).toEqual([0, true])
})

/** Enrolled, and on the terminal with everything; gives the person and their number there. */
async function onTerminal(terminal: ZkTerminal, name: string, more: object = {}) {
  const { id } = await zk.enrol(name, more)
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)))
  await zk.settle(terminal, () => true)
  return { id, pin: numberAt(terminal, name) }
}

/** Another one for each try of a test. */
let card = 6_600

describe('[DEV-06] while the terminal does not answer to a person', () => {
  it('somebody who goes or has another card does not wait for it', async () => {
    const { terminal, serialNumber } = await zk.accepted('att', 'HELD')
    const gone = await onTerminal(terminal, 'Held gone')
    const [before, after] = [String(++card), String(++card)]
    const changed = await onTerminal(terminal, 'Held changed', { icCard: before })
    await zk.enrol('Held new')
    await numberOf(serialNumber, '[^\\n]*Held new', { answersOthers: true })
    await zk.admin.ask(deleteStaff, { body: { ids: [gone.id] } })
    const photo = await numberOf(serialNumber, `DATA DELETE BIOPHOTO PIN=${gone.pin}`)
    await answer(serialNumber, `ID=${photo}&Return=0&CMD=DATA\n`)
    const person = await numberOf(serialNumber, `DATA DELETE USERINFO PIN=${gone.pin}`)
    await answer(serialNumber, `ID=${person}&Return=0&CMD=DATA\n`)
    await zk.admin.ask(updateStaff, { params: { id: changed.id }, body: { icCard: after } })
    const sent = await numberOf(serialNumber, `DATA UPDATE USERINFO PIN=${changed.pin}[^\\n]*Card=${after}`)
    expect(Number(sent)).toBeGreaterThan(Number(person))
  })

  it('somebody of a long list that it gets for the first time goes before the list ends', async () => {
    const people = await Promise.all(
      Array.from({ length: 45 }, (_, at) => zk.admin.ask(createStaff, { body: { name: `Long list ${at}` } })),
    )
    const { device, serialNumber } = await zk.accepted('att', 'LONG')
    for (const zone of [2, 50]) {
      const number = await numberOf(serialNumber, `DATA UPDATE AccTimeZone UID=${zone}`)
      await answer(serialNumber, `ID=${number}&Return=0&CMD=DATA\n`)
    }
    const held = await numberOf(serialNumber, 'DATA UPDATE USERINFO')
    const members = await zk.house.db
      .selectFrom('zkteco_member')
      .select(['number', 'person_id'])
      .where('device_id', '=', device.id)
      .execute()
    const gone = members.find(({ person_id: id }) => people.some((one) => one.id === id))
    expect(members.length).toBeLessThan(people.length)
    await zk.admin.ask(deleteStaff, { body: { ids: [gone?.person_id ?? ''] } })
    const number = await numberOf(serialNumber, `DATA DELETE BIOPHOTO PIN=${gone?.number}`)
    const open = (await rowsOf(device.id)).find((row) => row.number === Number(held))
    expect([Number(number) > Number(held), open?.state]).toEqual([true, 'sent'])
    const ids = people.map(({ id }) => id).filter((id) => id !== gone?.person_id)
    await zk.admin.ask(deleteStaff, { body: { ids } })
  })
})

it('[DEV-06] a removal that the terminal refuses is sent again until it is carried out', async () => {
  const { terminal, device, serialNumber } = await zk.accepted('acc', 'REFUSES', { faults: { hidesToken: true } })
  const { id, pin } = await onTerminal(terminal, 'Refused')
  await zk.admin.ask(deleteStaff, { body: { ids: [id] } })
  for (const words of ['DATA DELETE userauthorize', 'DATA DELETE biophoto', 'DATA DELETE user']) {
    const number = await numberOf(serialNumber, `${words} Pin=${pin}`)
    await answer(serialNumber, `ID=${number}&Return=-1002&CMD=DATA\n`)
  }
  await zk.settle(terminal, () => true)
  expect(terminal.state.people.has(pin)).toBe(true)
  zk.house.clock.advance({ minutes: 11 })
  await zk.settle(terminal, () => !terminal.state.people.has(pin))
  const open = (await rowsOf(device.id)).filter(({ state }) => ['failed', 'unknown', 'waiting'].includes(state))
  expect(open.filter(({ what }) => what === 'removal')).toEqual([])
})

it('[DEV-06] zones that the terminal did not close are closed again, and only then is it out of service', async () => {
  const { terminal, device, serialNumber } = await zk.accepted('acc', 'REOPENS', { faults: { hidesToken: true } })
  await idle(terminal)
  const { revision } = await zk.admin.ask(getDeviceSettings, { params: { id: device.id } })
  await zk.house.db
    .updateTable('device')
    .set({ settings: JSON.stringify({ isRunning: false }), settings_revision: revision + 1 })
    .where('id', '=', device.id)
    .execute()
  zk.house.clock.advance({ seconds: 61 })
  const number = await numberOf(serialNumber, 'DATA UPDATE timezone TimezoneId=2')
  await answer(serialNumber, `ID=${number}&Return=-1002&CMD=DATA\n`)
  await zk.settle(terminal, () => true)
  await zk.settle(terminal, () => true)
  const report = () =>
    zk.house.db
      .selectFrom('device_settings_report')
      .select('values')
      .where('device_id', '=', device.id)
      .executeTakeFirst()
  expect((await report())?.values['isRunning']).not.toBe(false)
  expect(terminal.state.zones.get('2')).toContain('2359')
  zk.house.clock.advance({ seconds: 61 })
  await zk.settle(terminal, () => /^0(?: 0)+$/.test(terminal.state.zones.get('2') ?? ''))
  await until(async () => {
    await terminal.poll()
    return (await report())?.values['isRunning'] === false
  }, 'it is out of service')
})

describe('a terminal that knows the days of a period and no times', () => {
  it('bars somebody who is suspended at once, and takes the rights when a period ends', async () => {
    const { terminal, device } = await zk.accepted('acc', 'DAYS')
    await idle(terminal)
    await zk.house.db
      .updateTable('zkteco_device')
      .set({ has_encoded_dates: false })
      .where('device_id', '=', device.id)
      .execute()
    const now = await onTerminal(terminal, 'Suspended now')
    const later = await onTerminal(terminal, 'Suspended later')
    expect([terminal.state.rights.get(now.pin), terminal.state.rights.get(later.pin)]).toEqual([1, 1])
    await zk.admin.ask(suspendPeople, { body: { personIds: [now.id], toAt: null } })
    await zk.settle(terminal, () => terminal.state.people.get(now.pin)?.isBarred === true)
    await zk.settle(terminal, () => !terminal.state.rights.has(now.pin))
    const fromAt = zk.house.clock.now().add({ minutes: 20 }).toString()
    await zk.admin.ask(suspendPeople, { body: { personIds: [later.id], fromAt, toAt: null } })
    await zk.settle(terminal, () => terminal.state.people.get(later.pin)?.until !== '0')
    await zk.settle(terminal, () => true)
    expect(terminal.state.rights.get(later.pin)).toBe(1)
    zk.house.clock.advance({ minutes: 21 })
    await zk.settle(terminal, () => !terminal.state.rights.has(later.pin))
  })

  it('[DEV-06] gives a visitor no rights before the visit begins, though its day has begun', async () => {
    const { terminal, device } = await zk.accepted('acc', 'BEGINS')
    await idle(terminal)
    await zk.house.db
      .updateTable('zkteco_device')
      .set({ has_encoded_dates: false })
      .where('device_id', '=', device.id)
      .execute()
    const from = zk.house.clock.now().add({ minutes: 20 })
    const body = { name: 'Comes later', validFromAt: from.toString(), validToAt: from.add({ minutes: 20 }).toString() }
    await zk.admin.ask(createVisitor, { body })
    await zk.settle(terminal, () => numberAt(terminal, 'Comes later') !== '')
    await zk.settle(terminal, () => true)
    const pin = numberAt(terminal, 'Comes later')
    expect([terminal.state.people.get(pin)?.isBarred, terminal.state.rights.has(pin)]).toEqual([true, false])
    zk.house.clock.advance({ minutes: 21 })
    await zk.settle(terminal, () => terminal.state.rights.has(pin), 'the visit has begun')
    expect(terminal.state.people.get(pin)?.isBarred).toBe(false)
    zk.house.clock.advance({ minutes: 20 })
    await zk.settle(terminal, () => !terminal.state.rights.has(pin), 'the visit is over')
  })

  it('[DEV-06] takes the rights when a period ends although a change of the person was refused for now, and gives none back', async () => {
    const { terminal, device, serialNumber } = await zk.accepted('acc', 'ENDSBUSY', { faults: { hidesToken: true } })
    await idle(terminal)
    await zk.house.db
      .updateTable('zkteco_device')
      .set({ has_encoded_dates: false })
      .where('device_id', '=', device.id)
      .execute()
    const { id, pin } = await onTerminal(terminal, 'Ends while busy')
    const fromAt = zk.house.clock.now().add({ minutes: 20 }).toString()
    await zk.admin.ask(suspendPeople, { body: { personIds: [id], fromAt, toAt: null } })
    await zk.settle(terminal, () => terminal.state.people.get(pin)?.until !== '0')
    await zk.settle(terminal, () => true)
    await zk.admin.ask(updateStaff, { params: { id }, body: { name: 'Ends with a new name' } })
    const refused = await numberOf(serialNumber, '[^\\n]*Ends with a new name')
    await answer(serialNumber, `ID=${refused}&Return=-1005&CMD=DATA UPDATE\n`)
    expect(terminal.state.rights.get(pin)).toBe(1)
    zk.house.clock.advance({ minutes: 21 })
    await zk.settle(terminal, () => !terminal.state.rights.has(pin))
    // The time of what was refused comes.
    for (let n = 0; n < 7; n++) {
      zk.house.clock.advance({ seconds: 10 })
      await zk.settle(terminal, () => true)
      expect(terminal.state.rights.has(pin)).toBe(false)
    }
  })
})

it('a face that the terminal refused stays known as refused when only the name changes', async () => {
  const { terminal, device, serialNumber } = await zk.accepted('att', 'NOFACE')
  await idle(terminal)
  const { id } = await zk.enrol('Refused face')
  const person = await numberOf(serialNumber, '[^\\n]*Refused face')
  await answer(serialNumber, `ID=${person}&Return=0&CMD=DATA\n`)
  const photo = await numberOf(serialNumber, 'DATA UPDATE BIOPHOTO')
  await answer(serialNumber, `ID=${photo}&Return=-11&CMD=DATA\n`)
  const reasons = async () => {
    const rows = zk.house.db.selectFrom('device_person_failure').select('reason').where('device_id', '=', device.id)
    return (await rows.where('person_id', '=', id).execute()).map(({ reason }) => reason)
  }
  await until(async () => {
    await terminal.poll()
    return (await reasons()).length > 0
  }, 'the refusal stands')
  await zk.admin.ask(updateStaff, { params: { id }, body: { name: 'Renamed face' } })
  await zk.settle(terminal, () => numberAt(terminal, 'Renamed face') !== '')
  await zk.settle(terminal, () => true)
  expect(await reasons()).toEqual(['no-face'])
})

it('[DEV-06] people keep the times of their group when another group with other times comes', async () => {
  const { terminal, device } = await zk.accepted('acc', 'MOVES')
  await idle(terminal)
  const group = async (name: string) => (await zk.admin.ask(groupRoutesOf.staff.create, { body: { name } })).id
  const [other, own] = [await group('Other times'), await group('Own times')]
  const params = { id: device.id }
  const bind = async (groupId: string, startMinute: number, endMinute: number) => {
    const groups = (await zk.admin.ask(getDevice, { params })).groups.map(({ id }) => id)
    await zk.admin.ask(updateDevice, { params, body: { groupIds: [...groups, groupId] } })
    const week = Array.from({ length: 7 }, () => [{ startMinute, endMinute }])
    const body = { name: `From ${startMinute}`, validFromOn: null, validToOn: null, week, holiday: [], holidays: [] }
    const { id: timetableId } = await zk.admin.ask(createTimetable, { body })
    await zk.admin.ask(createPolicies, { body: { deviceIds: [device.id], groupIds: [groupId], timetableId } })
  }
  await bind(own, 540, 1020)
  const { pin } = await onTerminal(terminal, 'Nine to five', { groupIds: [own] })
  const zoneOf = () => terminal.state.rightRows.get(pin)?.[0]?.split(':')[0] ?? ''
  const times = () => new Set(terminal.state.zones.get(zoneOf())?.split(' '))
  const nineToFive = new Set([String(900 * 65_536 + 1700), '0'])
  await zk.settle(terminal, () => zoneOf() === '3')
  await zk.settle(terminal, () => true)
  expect(times()).toEqual(nineToFive)
  await bind(other, 0, 1439)
  const before = await rowsOf(device.id)
  const seen = new Set<string>()
  await until(async () => {
    await terminal.poll()
    seen.add([...times()].toSorted().join())
    const zones = [...terminal.state.zones.values()].filter((zone) => zone.includes('2359') || zone.includes('2358'))
    return zones.length > 1 && (await rowsOf(device.id)).length > before.length
  }, 'the other zone is there')
  await zk.settle(terminal, () => true)
  seen.add([...times()].toSorted().join())
  expect([...seen]).toEqual([[...nineToFive].toSorted().join()])
})
