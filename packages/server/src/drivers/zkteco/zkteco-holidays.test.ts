import { getDevice } from '@gatehouse/contract/features/devices.ts'
import { createPolicies, deletePolicies, listPolicies, updatePolicy } from '@gatehouse/contract/features/policies.ts'
import { getRecord } from '@gatehouse/contract/features/records.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { listTimetableLimits, timetableFaults } from '@gatehouse/contract/features/timetables/limits.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse
beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

const nowMs = () => zk.house.clock.now().epochMilliseconds
/** The local date of the terminals, which are on the time of Greenwich. */
const dateIn = (days: number) => zk.house.clock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days }).toString()
const open = [{ startMinute: 0, endMinute: 1440 }]
const timetableOf = (name: string, holidays: { on: string; isYearly: boolean; remark: string }[]) => ({
  name,
  validFromOn: null,
  validToOn: null,
  week: Array.from({ length: 7 }, () => open),
  holiday: [],
  holidays,
})

/** A terminal at which every group has a timetable that is closed in two days, with somebody on it. */
async function closedInTwoDays(name: string, faults = {}) {
  const { terminal, device } = await zk.accepted('att', name, { nowMs, faults })
  const on = dateIn(2)
  const body = timetableOf(`Hours of ${name}`, [{ on, isYearly: false, remark: 'Stocktaking' }])
  const { id: timetableId } = await zk.admin.ask(createTimetable, { body })
  const { groups } = await zk.admin.ask(getDevice, { params: { id: device.id } })
  const groupIds = groups.filter(({ kind }) => kind !== 'blacklisted').map(({ id }) => id)
  await zk.admin.ask(createPolicies, { body: { deviceIds: [device.id], groupIds, timetableId } })
  await zk.enrol(`Worker at ${name}`)
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, `Worker at ${name}`)))
  await zk.settle(terminal, () => true)
  return {
    terminal,
    device,
    on,
    day: on.slice(5).replace('-', ''),
    timetableId,
    pin: numberAt(terminal, `Worker at ${name}`),
  }
}

const datesAt = ({ state }: Awaited<ReturnType<typeof closedInTwoDays>>['terminal']) =>
  [...state.holidays.values()].map(({ from }) => from)

async function go(hours: number) {
  zk.house.clock.advance({ hours })
  await zk.signIn()
}

it('a holiday on which everybody is shut out closes the terminal for that day, and is not left for the next year', async () => {
  const { terminal, day, pin } = await closedInTwoDays('CLOSED')
  await zk.settle(terminal, () => datesAt(terminal).includes(day))
  expect(terminal.opensFor(pin)).toBe(true)
  await go(48)
  await terminal.poll()
  expect(terminal.opensFor(pin)).toBe(false)
  await go(24)
  await zk.settle(terminal, () => !datesAt(terminal).includes(day))
  expect(terminal.opensFor(pin)).toBe(true)
})

it('a second timetable with other hours is told before it is saved, and takes the holiday away', async () => {
  const { terminal, device, on, day, timetableId, pin } = await closedInTwoDays('DIFFERS')
  await zk.settle(terminal, () => datesAt(terminal).includes(day))
  const other = timetableOf('Guests of the day', [])
  const limits = await zk.admin.ask(listTimetableLimits, { query: { deviceIds: device.id } })
  expect(limits.map((one) => timetableFaults(one, other, dateIn(0)))).toEqual([
    [
      {
        problem: 'holidays-differ',
        holidays: [{ on, remark: 'Stocktaking' }],
        names: ['Hours of DIFFERS'],
      },
    ],
  ])
  // The timetable itself is none of the others.
  const own = await zk.admin.ask(listTimetableLimits, { query: { timetableId } })
  expect(own).toMatchObject([{ others: [], isOpenToSome: false }])
  const { id } = await zk.admin.ask(createTimetable, { body: other })
  const { items } = await zk.admin.ask(listPolicies, { query: { deviceId: device.id } })
  await zk.admin.ask(updatePolicy, { params: { id: items[0]?.id ?? '' }, body: { timetableId: id } })
  await zk.settle(terminal, () => !datesAt(terminal).includes(day))
  await go(48)
  await terminal.poll()
  expect(terminal.opensFor(pin)).toBe(true)
})

it('a record says that the server would have refused where people with zones of their own observe no holidays', async () => {
  const { terminal, device, day, pin } = await closedInTwoDays('OWNZONES', { ownZonesIgnoreHolidays: true })
  await zk.settle(terminal, () => datesAt(terminal).includes(day))
  await go(48)
  expect(terminal.opensFor(pin)).toBe(true)
  terminal.pass({ pin })
  await zk.settle(terminal, () => terminal.waiting() === 0)
  const [record] = await until(async () => {
    const found = await zk.recordsOf(device.id)
    return found.length > 0 && found
  }, 'the record is there')
  const { reasons } = await zk.admin.ask(getRecord, { params: { id: record?.id ?? '' } })
  expect(reasons.map(({ code }) => code)).toContain('server-refuses')
})

it('a terminal that lost its memory gets its holidays again, as soon as it tells fewer people', async () => {
  const { terminal, day } = await closedInTwoDays('FORGOT', { onlyInfo: true })
  await zk.settle(terminal, () => datesAt(terminal).includes(day))
  await zk.settle(terminal, () => true)
  await go(2)
  const { people, photos, zones, holidays, observing } = terminal.state
  for (const all of [people, photos, zones, holidays, observing]) all.clear()
  await until(async () => {
    await terminal.poll()
    // Terminals that acknowledge first are given a minute to tell.
    zk.house.clock.advance({ seconds: 20 })
    return datesAt(terminal).includes(day) && observing.has('1') && numberAt(terminal, 'Worker at FORGOT') !== ''
  }, 'it has them again')
  expect(datesAt(terminal)).toContain(day)
})

it('[DEV-06] a holiday that closes and that a terminal refuses is told again until it is taken, and its page says so until then', async () => {
  const { terminal, device } = await zk.accepted('att', 'REFUSESDAY', { nowMs })
  terminal.state.hasNoHolidays = true
  const on = dateIn(20)
  const body = timetableOf('Hours of REFUSESDAY', [{ on, isYearly: true, remark: '' }])
  const { id: timetableId } = await zk.admin.ask(createTimetable, { body })
  const { groups } = await zk.admin.ask(getDevice, { params: { id: device.id } })
  const groupIds = groups.filter(({ kind }) => kind !== 'blacklisted').map(({ id }) => id)
  // Groups that get the timetable with this are none that pass at any time.
  const isOpenToSome = async (query: { groupIds?: string }) => {
    const limits = await zk.admin.ask(listTimetableLimits, { query: { deviceIds: device.id, ...query } })
    return limits.map((one) => one.isOpenToSome)
  }
  expect(await isOpenToSome({})).toEqual([true])
  expect(await isOpenToSome({ groupIds: groupIds.slice(1).join(',') })).toEqual([true])
  expect(await isOpenToSome({ groupIds: groupIds.join(',') })).toEqual([false])
  await zk.admin.ask(createPolicies, { body: { deviceIds: [device.id], groupIds, timetableId } })
  const othersAt = async (query: { groupIds?: string; replaces?: string; policyId?: string }) => {
    const [limits] = await zk.admin.ask(listTimetableLimits, { query: { deviceIds: device.id, ...query } })
    return [limits?.others.map(({ name }) => name), limits?.isOpenToSome]
  }
  const name = 'Hours of REFUSESDAY'
  expect(await othersAt({ groupIds: groupIds.join(',') })).toEqual([[name], false])
  // Timetables that are painted over, and the one that a policy is about to lose, are not there any longer.
  expect(await othersAt({ groupIds: groupIds.join(','), replaces: 'true' })).toEqual([[], false])
  const { items: policies } = await zk.admin.ask(listPolicies, { query: { deviceId: device.id } })
  const [first, ...further] = policies
  if (further.length > 0) await zk.admin.ask(deletePolicies, { body: { ids: further.map(({ id }) => id) } })
  const changed = { policyId: first?.id ?? '' }
  expect(await othersAt({ ...changed, groupIds: groupIds.join(',') })).toEqual([[], false])
  expect(await othersAt({ groupIds: groupIds.join(',') })).toEqual([[name], false])
  for (const { group } of further)
    await zk.admin.ask(createPolicies, { body: { deviceIds: [device.id], groupIds: [group.id], timetableId } })
  const failed = () =>
    zk.house.db
      .selectFrom('zkteco_command')
      .select(['code', 'tries', 'text_sealed'])
      .where('device_id', '=', device.id)
      .where('what', '=', 'holiday')
      .where('state', '=', 'failed')
      .execute()
  const isToldRefused = async () => {
    const { refusesHolidays } = await zk.admin.ask(getDevice, { params: { id: device.id } })
    return refusesHolidays
  }
  expect(await isToldRefused()).toBe(false)
  await zk.settle(terminal, () => terminal.state.observing.has('1'))
  await zk.settle(terminal, () => true)
  expect(await failed()).toEqual([{ code: -1004, tries: 0, text_sealed: null }])
  expect(await isToldRefused()).toBe(true)
  // Its people do not wait for that.
  await zk.enrol('Not held up')
  await zk.settle(terminal, () => numberAt(terminal, 'Not held up') !== '')
  zk.house.clock.advance({ minutes: 11 })
  await until(async () => {
    await terminal.poll()
    return (await failed()).some(({ tries }) => tries === 1)
  }, 'it is told again')
  terminal.state.hasNoHolidays = false
  zk.house.clock.advance({ minutes: 25 })
  await zk.settle(terminal, () => datesAt(terminal).includes(on.slice(5).replace('-', '')))
  expect(await isToldRefused()).toBe(false)
})

it('a holiday that only opens and that a terminal refuses stays known for as long as it is refused', async () => {
  const { terminal, device } = await zk.accepted('att', 'REFUSESMORE', { nowMs })
  terminal.state.hasNoHolidays = true
  const body = {
    ...timetableOf('Longer on a holiday', [{ on: dateIn(20), isYearly: true, remark: '' }]),
    week: Array.from({ length: 7 }, () => [{ startMinute: 480, endMinute: 720 }]),
    holiday: open,
  }
  const { id: timetableId } = await zk.admin.ask(createTimetable, { body })
  const { groups } = await zk.admin.ask(getDevice, { params: { id: device.id } })
  const groupIds = groups.filter(({ kind }) => kind !== 'blacklisted').map(({ id }) => id)
  await zk.admin.ask(createPolicies, { body: { deviceIds: [device.id], groupIds, timetableId } })
  const isToldRefused = async () => (await zk.admin.ask(getDevice, { params: { id: device.id } })).refusesHolidays
  await until(async () => {
    await terminal.poll()
    return isToldRefused()
  }, 'its page says so')
  // Commands that have ended are cleared away when people have arrived.
  for (const name of ['Clears up', 'Clears up again']) {
    await go(2)
    await zk.enrol(name)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)))
    await zk.settle(terminal, () => true)
    expect(await isToldRefused()).toBe(true)
  }
})
