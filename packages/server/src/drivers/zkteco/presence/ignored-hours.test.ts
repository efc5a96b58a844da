import { changeDeviceSettings, getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { getDevice, updateDevice } from '@gatehouse/contract/features/devices.ts'
import {
  beginLockdown,
  getLockdownState,
  previewLockdown,
  releaseLockdown,
} from '@gatehouse/contract/features/lockdown.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createPolicies } from '@gatehouse/contract/features/policies.ts'
import { getRecord } from '@gatehouse/contract/features/records.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { listTimetableLimits } from '@gatehouse/contract/features/timetables/limits.ts'
import type { ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberAt, startZkHouse, type ZkHouse } from '../../../../test/zk-house.ts'

let zk: ZkHouse
beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

const nowMs = () => zk.house.clock.now().epochMilliseconds
const deviceOf = (id: string) => zk.admin.ask(getDevice, { params: { id } })
const keysOf = async (id: string) =>
  (await zk.admin.ask(getDeviceSettings, { params: { id } })).schema?.settings.map(({ key }) => key)
const reportedOf = async (id: string, key: string) =>
  (await zk.admin.ask(getDeviceSettings, { params: { id } })).settings.find((one) => one.key === key)?.reported

/** Somebody says of a terminal that it keeps to no hours. */
async function sayIt(id: string, terminal: ZkTerminal) {
  await until(async () => {
    await terminal.poll()
    return (await keysOf(id))?.includes('ignoresHours')
  }, 'its form is known')
  const { revision } = await zk.admin.ask(getDeviceSettings, { params: { id } })
  await zk.admin.ask(changeDeviceSettings, { params: { id }, body: { revision, values: { ignoresHours: true } } })
  await until(async () => {
    await terminal.poll()
    return (await reportedOf(id, 'ignoresHours')) === true
  }, 'it is in force')
}

describe('[DEV-05] a terminal of which somebody says that it keeps to no hours', () => {
  it('has that setting only where it decides by zones alone', async () => {
    const access = await zk.accepted('acc', 'NOSETTING')
    await until(async () => {
      await access.terminal.poll()
      return (await keysOf(access.device.id))?.includes('doorOpenSeconds')
    }, 'its form is known')
    expect(await keysOf(access.device.id)).not.toContain('ignoresHours')
    const { terminal, device } = await zk.accepted('att', 'SETTING')
    const limitsOf = async () =>
      (await zk.admin.ask(listTimetableLimits, { query: { deviceIds: device.id } })).map((one) => one.ignoresHours)
    expect(await limitsOf()).toEqual([false])
    await sayIt(device.id, terminal)
    expect((await deviceOf(device.id)).capabilities).toMatchObject({
      ignoresHours: true,
      rules: { lockdown: 'keeps-no-hours' },
    })
    // Somebody who saves a timetable for it reads what does not hold there.
    expect(await limitsOf()).toEqual([true])
  })

  it('is counted before a lockdown as one that stays open, and never as locked', async () => {
    const { terminal, device } = await zk.accepted('att', 'STAYSOPEN')
    const keeps = await zk.accepted('att', 'KEEPSHOURS')
    const preview = () => zk.admin.ask(previewLockdown, { query: { kind: 'lockdown', scope: 'everything' } })
    const before = await preview()
    await sayIt(device.id, terminal)
    const after = await preview()
    expect([after.leftOpen - before.leftOpen, after.doors - before.doors]).toEqual([1, -1])
    expect(after.alone.find(({ id }) => id === device.id)?.ignoresHours).toBe(true)
    await zk.settle(keeps.terminal, () => keeps.terminal.state.zones.has('2'))
    const body = { kind: 'lockdown', level: null, scope: { kind: 'everything' }, reason: 'A test' } as const
    const { id } = await zk.admin.ask(beginLockdown, { body })
    const isWaitedFor = async (deviceId: string) => {
      const { unconfirmed } = await zk.admin.ask(getLockdownState, { params: { id } })
      return unconfirmed.some((reader) => reader.device.id === deviceId)
    }
    // Its zones are closed, as those of the other.
    await zk.settle(terminal, () => !/\b2359\b/.test(terminal.state.zones.get('2') ?? '2359'))
    await until(async () => {
      await terminal.poll()
      await keeps.terminal.poll()
      return !(await isWaitedFor(keeps.device.id))
    }, 'the one that keeps to hours has confirmed')
    await zk.settle(terminal, () => true)
    expect(await isWaitedFor(device.id)).toBe(true)
    await zk.admin.ask(releaseLockdown, { params: { id }, body: { reason: 'Over' } })
  })
})

/** Somebody who may pass there on another day alone, or on each. */
async function withHours(name: string, isOpen: boolean) {
  const { terminal, device } = await zk.accepted('att', name.toUpperCase().replaceAll(' ', ''), {
    faults: { ignoresHours: true },
    nowMs,
  })
  const params = { id: device.id }
  const { id: groupId } = await zk.admin.ask(groupRoutesOf.staff.create, { body: { name } })
  const groups = (await deviceOf(device.id)).groups.map(({ id }) => id)
  await zk.admin.ask(updateDevice, { params, body: { groupIds: [...groups, groupId] } })
  const today = zk.house.clock.now().toZonedDateTimeISO('UTC').dayOfWeek - 1
  const week = Array.from({ length: 7 }, (_, day) =>
    isOpen || day === (today + 3) % 7 ? [{ startMinute: 0, endMinute: 1439 }] : [],
  )
  const body = { name, validFromOn: null, validToOn: null, week, holiday: [], holidays: [] }
  const { id: timetableId } = await zk.admin.ask(createTimetable, { body })
  await zk.admin.ask(createPolicies, { body: { deviceIds: [device.id], groupIds: [groupId], timetableId } })
  await zk.enrol(name, { groupIds: [groupId] })
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), 'they are there')
  await zk.settle(terminal, () => true)
  return { terminal, id: device.id, pin: numberAt(terminal, name) }
}
async function pass(terminal: ZkTerminal, id: string, pin: string) {
  const before = (await zk.recordsOf(id)).length
  terminal.pass({ pin })
  await terminal.deliver()
  await until(async () => (await zk.recordsOf(id)).length > before, 'its record is there')
}

describe('[DEV-06] a passage that the zones of a terminal refuse', () => {
  it('is told on its page, until somebody says that it keeps to none', async () => {
    const { terminal, id, pin } = await withHours('Another day', false)
    expect(terminal.opensFor(pin)).toBe(true)
    zk.house.clock.advance({ minutes: 5 })
    await pass(terminal, id, pin)
    const at = (await deviceOf(id)).letPassAt
    expect(at).toBe((await zk.recordsOf(id))[0]?.recognisedAt)
    await sayIt(id, terminal)
    expect((await deviceOf(id)).letPassAt).toBeNull()
  })

  it('says nothing where the zones had only just come', async () => {
    const { terminal, id, pin } = await withHours('Just come', false)
    await pass(terminal, id, pin)
    expect((await deviceOf(id)).letPassAt).toBeNull()
  })

  it('says nothing of somebody whom the server refuses for another reason', async () => {
    const { terminal, id, pin } = await withHours('Suspended since', true)
    zk.house.clock.advance({ minutes: 5 })
    const { items } = await zk.admin.ask(listStaff, { query: { keyword: 'Suspended since' } })
    await zk.admin.ask(suspendPeople, { body: { personIds: items.map((one) => one.id), toAt: null } })
    zk.house.clock.advance({ seconds: 5 })
    await pass(terminal, id, pin)
    const [record] = await zk.recordsOf(id)
    const { reasons } = await zk.admin.ask(getRecord, { params: { id: record?.id ?? '' } })
    expect(reasons.map(({ code }) => code)).toContain('suspended')
    expect((await deviceOf(id)).letPassAt).toBeNull()
  })

  it('says nothing where they are open', async () => {
    const { terminal, id, pin } = await withHours('Each day', true)
    zk.house.clock.advance({ minutes: 5 })
    await pass(terminal, id, pin)
    expect((await deviceOf(id)).letPassAt).toBeNull()
  })
})
