import { listLeftPeople } from '@gatehouse/contract/features/devices/left-people.ts'
import { deleteStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { sendCommand, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import type { ZkSend } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AcceptedTerminal, numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse
beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

/** The words of the commands that a terminal gets from here on. */
function listening(told: string[]) {
  const send = zk.sendFrom()
  return async (request: Parameters<typeof send>[0]) => {
    const answer = await send(request)
    told.push(...answer.text.split('\n').filter((line) => line.startsWith('C:')))
    return answer
  }
}

/** Presses “Synchronise” and polls until the comparison has ended. */
async function compare({ terminal, device }: AcceptedTerminal) {
  await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'sync-now' } })
  await untilCompared({ terminal, device })
}

async function untilCompared({ terminal, device }: Pick<AcceptedTerminal, 'terminal' | 'device'>) {
  const before = (await checkOf(device.id)).check_number
  said.clear()
  await until(async () => {
    await terminal.poll()
    said.add(await boardOf(device.id))
    // Terminals that acknowledge first are given a minute to tell.
    zk.house.clock.advance({ seconds: 20 })
    const { check_number, check_runs, check_repairs } = await checkOf(device.id)
    return check_number > before && !check_runs && !check_repairs
  }, 'the terminal was compared')
}

/** The reasons on the board of the device's people while it was compared. */
const said = new Set<string>()
const boardOf = async (deviceId: string) => {
  const rows = await zk.house.db
    .selectFrom('device_person_failure')
    .select('reason')
    .where('device_id', '=', deviceId)
    .execute()
  return rows.map(({ reason }) => reason).join() || 'nothing'
}

const beganAgo = (deviceId: string, hours: number) =>
  zk.house.db
    .updateTable('zkteco_device')
    .set({ check_began_at: zk.house.clock.now().subtract({ hours }).toString() })
    .where('device_id', '=', deviceId)
    .execute()

const checkOf = (deviceId: string) =>
  zk.house.db.selectFrom('zkteco_device').selectAll().where('device_id', '=', deviceId).executeTakeFirstOrThrow()

describe.each(['att', 'acc'] as const)('a comparison with a terminal of the dialect %s', (dialect) => {
  const person = dialect === 'att' ? 'DATA UPDATE USERINFO' : 'DATA UPDATE user'
  const photo = dialect === 'att' ? 'DATA UPDATE BIOPHOTO' : 'DATA UPDATE biophoto'

  it('sends those again whom it lacks or has with another card, and nobody else', async () => {
    const told: string[] = []
    const accepted = await zk.accepted(dialect, 'CHECK', { send: listening(told) })
    const { terminal, device } = accepted
    const names = ['kept', 'lost', 'changed'].map((word) => `${dialect} ${word}`)
    for (const [at, name] of names.entries()) await zk.enrol(name, { icCard: `${dialect === 'att' ? 51 : 52}0${at}` })
    await zk.settle(terminal, () => names.every((name) => terminal.state.photos.has(numberAt(terminal, name))))
    await zk.settle(terminal, () => true)
    const [kept = '', lost = '', changed = ''] = names.map((name) => numberAt(terminal, name))
    terminal.state.people.delete(lost)
    terminal.state.photos.delete(lost)
    terminal.state.people.get(changed)!.card = '999'
    terminal.state.people.set('17', {
      name: 'Enrolled here',
      card: '',
      zone: '',
      until: '',
      isBarred: false,
      password: '',
    })
    told.splice(0)
    await compare(accepted)
    expect(said).toEqual(new Set(['not-on-device', 'nothing']))
    expect(await boardOf(device.id)).toBe('nothing')
    await zk.settle(terminal, () => terminal.state.photos.has(lost))
    await zk.settle(terminal, () => true)
    const sent = (words: string) =>
      told.flatMap((line) => (line.includes(words) ? (/\bPIN=(\d+)/i.exec(line)?.[1] ?? []) : []))
    expect(new Set(sent(`${person} `))).toEqual(new Set([lost, changed]))
    expect(sent(`${photo} `)).toEqual([lost])
    expect(terminal.state.people.get(changed)?.card).toBe(`${dialect === 'att' ? 51 : 52}02`)
    expect(terminal.state.people.has(kept)).toBe(true)
    // An administrator decides about people who were enrolled at the terminal.
    expect(terminal.state.people.has('17')).toBe(true)
    const { check_missing, check_surplus, check_strangers } = await checkOf(device.id)
    expect([check_missing, check_surplus, check_strangers]).toEqual([2, 0, 1])
    told.splice(0)
    await compare(accepted)
    expect(sent(person)).toEqual([])
    expect((await checkOf(device.id)).check_missing).toBe(0)
  })

  it('removes a person whose removal the terminal never carried out', async () => {
    const accepted = await zk.accepted(dialect, 'STAYS')
    const { terminal, device } = accepted
    const name = `${dialect} stays`
    const { id } = await zk.enrol(name)
    await zk.settle(terminal, () => numberAt(terminal, name) !== '')
    const number = numberAt(terminal, name)
    const left = terminal.state.people.get(number)!
    await zk.admin.ask(deleteStaff, { body: { ids: [id] } })
    await zk.settle(terminal, () => numberAt(terminal, name) === '')
    await zk.settle(terminal, () => true)
    terminal.state.people.set(number, left)
    await compare(accepted)
    await zk.settle(terminal, () => !terminal.state.people.has(number))
    expect((await checkOf(device.id)).check_surplus).toBe(1)
  })

  it('brings records that the server never got, each once', async () => {
    const accepted = await zk.accepted(dialect, 'MISSED')
    const { terminal, device } = accepted
    await zk.settle(terminal, () => true)
    for (let n = 0; n < 6; n++) terminal.pass({ event: 27, isKept: n % 2 === 0 })
    // Its log holds an alarm of before, which is over.
    if (dialect === 'acc') terminal.pass({ event: 102, isKept: true })
    await terminal.deliver()
    expect(await zk.recordsOf(device.id)).toHaveLength(3)
    await compare(accepted)
    await until(async () => (await zk.recordsOf(device.id)).length === 6)
    await compare(accepted)
    expect(await zk.recordsOf(device.id)).toHaveLength(6)
    const { items } = await zk.admin.ask(listAlarms, { query: { deviceId: device.id } })
    expect(items.map(({ type }) => type)).not.toContain('forced-open')
  })

  it('happens once each night by itself', async () => {
    const { terminal, device } = await zk.accepted(dialect, 'NIGHT')
    await zk.settle(terminal, () => true)
    const { check_number } = await checkOf(device.id)
    await beganAgo(device.id, 25)
    await untilCompared({ terminal, device })
    for (let n = 0; n < 5; n++) {
      zk.house.clock.advance({ seconds: 40 })
      await terminal.poll()
    }
    expect((await checkOf(device.id)).check_number).toBe(check_number + 1)
  })
})

it('somebody who is changed or comes while a terminal tells who is on it is not sent a second time', async () => {
  const told: string[] = []
  const { terminal, device } = await zk.accepted('att', 'MEANWHILE', { send: listening(told) })
  const { id } = await zk.enrol('Changes meanwhile')
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Changes meanwhile')))
  await zk.settle(terminal, () => true)
  zk.house.clock.advance({ minutes: 2 })
  await zk.settle(terminal, () => true)
  await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'sync-now' } })
  await zk.settle(terminal, () => told.some((line) => line.includes('QUERY USERINFO')), 'it is asked')
  await until(async () => {
    await terminal.poll()
    return (await checkOf(device.id)).check_told_at !== null
  }, 'it has told')
  told.splice(0)
  await zk.admin.ask(updateStaff, { params: { id }, body: { name: 'Changed meanwhile' } })
  await zk.enrol('Came meanwhile')
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Came meanwhile')))
  await zk.settle(terminal, () => numberAt(terminal, 'Changed meanwhile') !== '')
  expect((await checkOf(device.id)).check_runs).toBe(true)
  said.clear()
  await until(async () => {
    zk.house.clock.advance({ seconds: 20 })
    for (let n = 0; n < 5; n++) await terminal.poll()
    said.add(await boardOf(device.id))
    const { check_runs, check_repairs } = await checkOf(device.id)
    return !check_runs && !check_repairs
  }, 'the terminal was compared')
  const namesIn = (words: string) =>
    told.flatMap((line) => (line.includes(words) ? (/\bName=([^\t]*)/.exec(line)?.[1] ?? []) : []))
  expect(namesIn('UPDATE USERINFO').toSorted()).toEqual(['Came meanwhile', 'Changed meanwhile'])
  expect(told.filter((line) => line.includes('UPDATE BIOPHOTO'))).toHaveLength(1)
  expect(said).toEqual(new Set(['nothing']))
  expect((await checkOf(device.id)).check_missing).toBe(0)
})

it('a terminal that was cleared by hand tells it in its polls, and gets its zones and then everybody again', async () => {
  const told: string[] = []
  const { terminal, device } = await zk.accepted('att', 'CLEARED', {
    send: listening(told),
    faults: { onlyInfo: true },
  })
  await zk.enrol('Cleared')
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Cleared')))
  await zk.settle(terminal, () => true)
  terminal.state.people.clear()
  terminal.state.photos.clear()
  terminal.state.zones.clear()
  told.splice(0)
  await beganAgo(device.id, 2)
  await untilCompared({ terminal, device })
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Cleared')))
  expect([...terminal.state.zones.keys()].toSorted()).toEqual(['2', '50'])
  const places = ['AccTimeZone', 'USERINFO PIN'].map((words) => told.findIndex((line) => line.includes(words)))
  expect(places[0]).toBeLessThan(places[1] ?? 0)
  expect((await checkOf(device.id)).check_missing).toBeGreaterThan(0)
})

it('a terminal that lacks one of several, as of somebody whom it can never hold, gets no zones again', async () => {
  const told: string[] = []
  const { terminal, device } = await zk.accepted('att', 'ONELESS', {
    send: listening(told),
    faults: { onlyInfo: true },
  })
  for (const name of ['Of several', 'Not held']) await zk.enrol(name)
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Not held')))
  await zk.settle(terminal, () => true)
  terminal.state.people.delete(numberAt(terminal, 'Not held'))
  told.splice(0)
  await beganAgo(device.id, 2)
  await untilCompared({ terminal, device })
  await zk.settle(terminal, () => numberAt(terminal, 'Not held') !== '')
  expect((await checkOf(device.id)).check_missing).toBe(1)
  expect(told.filter((line) => line.includes('AccTimeZone'))).toEqual([])
})

it.each([
  [2, true],
  [3, false],
])('a terminal of few that lacks one of %i gets its zones again: %s', async (count, isCleared) => {
  const told: string[] = []
  const { terminal, device } = await zk.accepted('att', 'FEW', { send: listening(told), faults: { onlyInfo: true } })
  const { id: groupId } = await zk.admin.ask(groupRoutesOf.staff.create, { body: { name: `Few of ${count}` } })
  await zk.admin.ask(updateDevice, { params: { id: device.id }, body: { groupIds: [groupId] } })
  const names = Array.from({ length: count }, (_, n) => `Few ${count} ${n}`)
  for (const name of names) await zk.enrol(name, { groupIds: [groupId] })
  await zk.settle(terminal, () => names.every((name) => terminal.state.photos.has(numberAt(terminal, name))))
  await zk.settle(terminal, () => terminal.state.people.size === count, 'nobody else is there')
  terminal.state.people.delete(numberAt(terminal, names[0] ?? ''))
  told.splice(0)
  await beganAgo(device.id, 2)
  await untilCompared({ terminal, device })
  await zk.settle(terminal, () => numberAt(terminal, names[0] ?? '') !== '', 'it has them again')
  expect(told.some((line) => line.includes('AccTimeZone'))).toBe(isCleared)
})

it('a terminal that does not tell who is on it gets everybody when somebody asks for it', async () => {
  const { terminal, device } = await zk.accepted('att', 'SILENT', { faults: { refusesQueries: true } })
  await zk.enrol('Silent')
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Silent')))
  await zk.settle(terminal, () => true)
  terminal.state.people.clear()
  terminal.state.photos.clear()
  await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'sync-now' } })
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Silent')))
  expect((await checkOf(device.id)).check_missing).toBe(0)
})

it('a terminal that says it has nobody of a number is compared an hour later, and one that is full is not', async () => {
  let isFull = true
  const orders = new Map<string, string>()
  const send: ZkSend = async (request) => {
    const [, id = ''] = /^ID=(\d+)&/.exec(request.body?.toString() ?? '') ?? []
    const order = orders.get(id) ?? ''
    const code = / UPDATE USERINFO/.test(order) && isFull ? -1001 : / UPDATE BIOPHOTO/.test(order) ? -10 : undefined
    const body = code === undefined ? request.body : Buffer.from(`ID=${id}&Return=${code}&CMD=DATA UPDATE\n`)
    const answer = await zk.sendFrom()({ ...request, ...(body && { body }) })
    for (const [, number = '', text = ''] of answer.text.matchAll(/^C:(\d+):(.*)$/gm)) orders.set(number, text)
    return answer
  }
  const { terminal, device } = await zk.accepted('att', 'FULL', { send })
  const { id } = await zk.enrol('Full')
  await until(async () => {
    await terminal.poll()
    return (await boardOf(device.id)).includes('capacity')
  }, 'the board says that it is full')
  const reasonOf = () =>
    zk.house.db
      .selectFrom('device_person_failure')
      .select('reason')
      .where('device_id', '=', device.id)
      .where('person_id', '=', id)
      .executeTakeFirst()
  for (let n = 0; n < 10; n++) await terminal.poll()
  expect((await reasonOf())?.reason).toBe('capacity')
  const { check_number } = await checkOf(device.id)
  await beganAgo(device.id, 2)
  for (let n = 0; n < 10; n++) {
    zk.house.clock.advance({ seconds: 40 })
    await terminal.poll()
  }
  expect((await checkOf(device.id)).check_number).toBe(check_number)
  // Somebody for whom there was no room was never there.
  await zk.admin.ask(updateStaff, { params: { id }, body: { name: 'Still full' } })
  for (let n = 0; n < 10; n++) await terminal.poll()
  expect(await zk.admin.ask(listLeftPeople, { params: { id: device.id } })).toEqual([])
  isFull = false
  await beganAgo(device.id, 0)
  await zk.enrol('Lost at once')
  await zk.settle(terminal, () => numberAt(terminal, 'Lost at once') !== '')
  await zk.settle(terminal, () => true)
  expect((await checkOf(device.id)).check_number, 'not before an hour has passed').toBe(check_number)
  await beganAgo(device.id, 2)
  await until(async () => {
    zk.house.clock.advance({ seconds: 40 })
    await terminal.poll()
    return (await checkOf(device.id)).check_number > check_number
  }, 'it is compared')
})

describe('several commands in one answer', () => {
  const model = 'SpeedFace-V5L[TD]'
  const countsOf = (sizes: number[]) => {
    const send = zk.sendFrom()
    return async (request: Parameters<typeof send>[0]) => {
      const answer = await send(request)
      if (request.path.includes('getrequest'))
        sizes.push(answer.text.split('\n').filter((line) => line.startsWith('C:')).length)
      return answer
    }
  }
  const people = (of: string) => Array.from({ length: 8 }, (_, n) => `${of} ${n}`)

  it('go to a model that takes them, within bounds and in their order', async () => {
    const sizes: number[] = []
    const { terminal } = await zk.accepted('att', 'BATCH', { model, send: countsOf(sizes) })
    for (const name of people('Batch')) await zk.enrol(name)
    await zk.settle(terminal, () =>
      people('Batch').every((name) => terminal.state.photos.has(numberAt(terminal, name))),
    )
    // A face is refused of somebody whom the terminal does not have yet: the order was kept.
    expect(Math.max(...sizes)).toBeGreaterThan(4)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20)
  })

  it('go one at a time to a model of which nothing is known', async () => {
    const sizes: number[] = []
    const { terminal } = await zk.accepted('att', 'SINGLE', { send: countsOf(sizes) })
    for (const name of people('Single')) await zk.enrol(name)
    await zk.settle(terminal, () =>
      people('Single').every((name) => terminal.state.photos.has(numberAt(terminal, name))),
    )
    expect(Math.max(...sizes)).toBe(1)
  })

  it('become one at a time for a terminal that drops members, and everything arrives', async () => {
    const sizes: number[] = []
    const { terminal, device } = await zk.accepted('att', 'DROPS', {
      model,
      send: countsOf(sizes),
      faults: { dropsCommands: true },
    })
    for (const name of people('Drops')) await zk.enrol(name)
    await until(async () => {
      await terminal.poll()
      zk.house.clock.advance({ seconds: 20 })
      return people('Drops').every((name) => terminal.state.photos.has(numberAt(terminal, name)))
    }, 'everybody has arrived')
    expect((await checkOf(device.id)).dropped_batches).toBeGreaterThanOrEqual(2)
    sizes.splice(0)
    await zk.enrol('Drops later')
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Drops later')))
    expect(Math.max(...sizes)).toBe(1)
  })
})
