import { getDevice, listCommands, sendCommand } from '@gatehouse/contract/features/devices.ts'
import { beginLockdown, getLockdownState, releaseLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { getRecord } from '@gatehouse/contract/features/records.ts'
import { listSites } from '@gatehouse/contract/features/sites.ts'
import type { ZkSend } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import type { ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'
import { hint } from '../../ctx.ts'

let zk: ZkHouse
const lockdowns: string[] = []
beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())
afterEach(async () => {
  for (const id of lockdowns.splice(0)) await release(id).catch(() => undefined)
})

async function begin() {
  const body = {
    kind: 'lockdown',
    level: 'Red',
    scope: { kind: 'everything' },
    reason: 'Somebody with a knife',
  } as const
  const { id } = await zk.admin.ask(beginLockdown, { body })
  lockdowns.push(id)
  return id
}
const isWaitedFor = async (id: string, deviceId: string) =>
  (await zk.admin.ask(getLockdownState, { params: { id } })).unconfirmed.some(({ device }) => device.id === deviceId)
const release = (id: string) => zk.admin.ask(releaseLockdown, { params: { id }, body: { reason: 'All clear' } })

/** Minutes of each day that the terminal leaves its zone 2 open; zone 1 is built in, and nobody has it. */
const isOpen = (terminal: ZkTerminal) => /\b2359\b/.test(terminal.state.zones.get('2') ?? '')
const isClosed = (terminal: ZkTerminal) => terminal.state.zones.has('2') && !isOpen(terminal)

describe.each(['att', 'acc'] as const)('a lockdown at a terminal of the dialect %s', (dialect) => {
  it('closes its zones, leaves everybody on it, and opens them again when it is released', async () => {
    const { terminal, device } = await zk.accepted(dialect, 'LOCK')
    const name = `Locked ${dialect}`
    await zk.enrol(name)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)) && isOpen(terminal))
    const id = await begin()
    await zk.settle(terminal, () => isClosed(terminal), 'the zones are closed')
    expect(numberAt(terminal, name)).not.toBe('')
    // It says nothing about lockdowns: the answers to its zones confirm.
    await until(async () => {
      await terminal.poll()
      return !(await isWaitedFor(id, device.id))
    }, 'it has confirmed')
    await release(id)
    await zk.settle(terminal, () => isOpen(terminal), 'the zones are open')
    if (dialect === 'acc') expect(terminal.state.rights.get(numberAt(terminal, name))).toBe(1)
  })

  it('goes ahead of a list of people that is under way', async () => {
    const { terminal, serialNumber } = await zk.accepted(dialect, 'BUSY', { faults: { hidesToken: true } })
    await zk.settle(terminal, () => isOpen(terminal))
    const names = Array.from({ length: 12 }, (_, n) => `Many ${dialect} ${n}`)
    for (const name of names) await zk.enrol(name)
    // One of them has arrived, and the others wait.
    await until(async () => (await terminal.poll()) > 0 && terminal.state.people.size > 0)
    await begin()
    // Nothing is acknowledged from here on: no command of people could go.
    const zones = dialect === 'att' ? 'DATA UPDATE AccTimeZone' : 'DATA UPDATE timezone'
    const poll = async () => (await zk.call('GET', `/iclock/getrequest?SN=${serialNumber}`)).body
    expect(await until(async () => (await poll()).includes(zones))).toBe(true)
    expect(names.every((name) => numberAt(terminal, name) !== '')).toBe(false)
  })

  it('has confirmed it once its zones are closed, also where it joins meanwhile, and does not wait for its people', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Waiting ${dialect} ${n}`)
    for (const name of names) await zk.enrol(name)
    const id = await begin()
    const { terminal, device } = await zk.accepted(dialect, 'JOINED')
    expect(await isWaitedFor(id, device.id)).toBe(true)
    await until(async () => {
      await terminal.poll()
      return !(await isWaitedFor(id, device.id))
    }, 'it has confirmed')
    expect(isClosed(terminal)).toBe(true)
    expect(names.filter((name) => numberAt(terminal, name) !== '').length).toBeLessThan(names.length)
    await zk.settle(terminal, () => names.every((name) => terminal.state.photos.has(numberAt(terminal, name))))
  })

  it('has confirmed one that began while its people were on their way, before they are there', async () => {
    const { terminal, device } = await zk.accepted(dialect, 'MIDWAY')
    await zk.settle(terminal, () => isOpen(terminal))
    const names = Array.from({ length: 12 }, (_, n) => `Midway ${dialect} ${n}`)
    for (const name of names) await zk.enrol(name)
    await until(async () => (await terminal.poll()) > 0 && names.some((name) => numberAt(terminal, name) !== ''))
    const id = await begin()
    await until(async () => {
      await terminal.poll()
      return !(await isWaitedFor(id, device.id))
    }, 'it has confirmed')
    expect(isClosed(terminal)).toBe(true)
    expect(names.filter((name) => numberAt(terminal, name) !== '').length).toBeLessThan(names.length)
  })
})

it('a record of somebody whom a terminal let pass in a lockdown says that the lockdown would have refused them', async () => {
  const { terminal, device } = await zk.accepted('acc', 'PASSED', {
    nowMs: () => zk.house.clock.now().epochMilliseconds,
  })
  await zk.enrol('Passed all the same')
  const pin = () => numberAt(terminal, 'Passed all the same')
  await zk.settle(terminal, () => terminal.state.photos.has(pin()) && isOpen(terminal))
  const lockdownId = await begin()
  await zk.settle(terminal, () => isClosed(terminal), 'the zones are closed')
  zk.house.clock.advance({ seconds: 5 })
  terminal.pass({ pin: pin() })
  await zk.settle(terminal, () => terminal.waiting() === 0)
  const [record] = await until(async () => {
    const found = await zk.recordsOf(device.id)
    return found.length > 0 && found
  }, 'the record is there')
  const { reasons } = await zk.admin.ask(getRecord, { params: { id: record?.id ?? '' } })
  expect(reasons.map(({ code }) => code)).toEqual(['server-refuses', 'lockdown-refuses'])
  expect(reasons.at(-1)).toMatchObject({ lockdownId })
})

it.each([
  ['att', false],
  ['acc', true],
] as const)('an emergency everywhere waits for a terminal (%s) at no door: %s', async (dialect, isAwaited) => {
  const { device } = await zk.accepted(dialect, 'NODOOR')
  await zk.house.db.deleteFrom('door_reader').where('device_id', '=', device.id).execute()
  const body = { kind: 'emergency-open', level: null, scope: { kind: 'everything' }, reason: 'A fire' } as const
  const { id } = await zk.admin.ask(beginLockdown, { body })
  lockdowns.push(id)
  const { unconfirmed } = await zk.admin.ask(getLockdownState, { params: { id } })
  expect(unconfirmed.some((reader) => reader.device.id === device.id)).toBe(isAwaited)
})

describe('[DEV-06] an emergency at a terminal that is offline when it begins', () => {
  // Hours have passed since the test before.
  beforeEach(async () => void (await zk.signIn()))
  async function beginEmergency(siteId?: string) {
    const scope = siteId === undefined ? { kind: 'everything' as const } : { kind: 'site' as const, id: siteId }
    const body = { kind: 'emergency-open', level: null, scope, reason: 'A fire' } as const
    const { id } = await zk.admin.ask(beginLockdown, { body })
    lockdowns.push(id)
    return id
  }
  /** A terminal that is busy when it is told to open its first door for the first time. */
  function busyOnce() {
    let isBusy = true
    const send: ZkSend = async (request) => {
      const answer = await zk.sendFrom()(request)
      const [, number] = /^C:(\d+):CONTROL DEVICE 010101FF/i.exec(answer.text) ?? []
      if (number === undefined || !isBusy) return answer
      isBusy = false
      const serialNumber = /SN=(\w+)/.exec(request.path)?.[1]
      const body = Buffer.from(`ID=${number}&Return=-1005&CMD=CONTROL DEVICE\n`)
      await zk.sendFrom()({ ...request, method: 'POST', path: `/iclock/devicecmd?SN=${serialNumber}`, body })
      return { ...answer, text: 'OK' }
    }
    return { send, isBusy: () => isBusy }
  }
  const opened = ({ state }: ZkTerminal) => state.acts.filter((act) => /^01..01ff$/i.test(act))
  const closed = ({ state }: ZkTerminal) => state.acts.filter((act) => /^01..0100$/i.test(act))

  it('opens its door when it comes back hours later, as long as the emergency holds', async () => {
    const { terminal } = await zk.accepted('acc', 'AWAY')
    await zk.settle(terminal, () => true)
    await beginEmergency()
    zk.house.clock.advance({ hours: 9 })
    await zk.signIn()
    await zk.settle(terminal, () => opened(terminal).length > 0, 'its door is open')
    expect(opened(terminal)).toHaveLength(1)
  })

  it('opens nothing when the emergency has ended before it comes back', async () => {
    const { terminal, device } = await zk.accepted('acc', 'LATE')
    await zk.settle(terminal, () => true)
    const id = await beginEmergency()
    zk.house.clock.advance({ minutes: 10 })
    await release(id)
    await zk.settle(terminal, () => closed(terminal).length > 0, 'it was told to close its door')
    expect(opened(terminal)).toEqual([])
    const { items } = await zk.admin.ask(listCommands, { params: { id: device.id }, query: {} })
    expect(items.map(({ kind, state }) => [kind, state])).toEqual([
      ['normal', 'done'],
      ['hold-open', 'failed'],
    ])
  })

  it('opens no further door of a controller once the emergency has ended', async () => {
    const { terminal, device } = await zk.accepted('acc', 'TWODOORS', { doors: 2 })
    await until(
      async () => (await zk.admin.ask(getDevice, { params: { id: device.id } })).doorCount === 2,
      'its doors are known',
    )
    await zk.settle(terminal, () => true)
    const id = await beginEmergency()
    await until(async () => {
      await terminal.poll()
      return opened(terminal).length === 1
    }, 'its first door is open')
    await release(id)
    await zk.settle(terminal, () => closed(terminal).length === 2, 'both were told to close')
    expect(opened(terminal)).toEqual(['010101FF'])
  })

  it('opens no further door of a controller when its command has ended before anybody tells it to close', async () => {
    const { terminal, device } = await zk.accepted('acc', 'ENDED', { doors: 2 })
    await until(
      async () => (await zk.admin.ask(getDevice, { params: { id: device.id } })).doorCount === 2,
      'its doors are known',
    )
    await zk.settle(terminal, () => true)
    await beginEmergency()
    await until(async () => {
      await terminal.poll()
      return opened(terminal).length === 1
    }, 'its first door is open')
    // The command to close comes a moment later.
    await zk.house.db
      .updateTable('device_command')
      .set({ state: 'failed' })
      .where('device_id', '=', device.id)
      .where('state', '=', 'waiting')
      .execute()
    for (let n = 0; n < 5; n++) await terminal.poll()
    expect(opened(terminal)).toEqual(['010101FF'])
  })

  it('opens no further door of a controller that joined meanwhile once the emergency has ended', async () => {
    const id = await beginEmergency()
    const { terminal } = await zk.accepted('acc', 'JOINS', { doors: 3 })
    await until(async () => {
      await terminal.poll()
      return opened(terminal).length === 1
    }, 'its first door is open')
    await release(id)
    await zk.settle(terminal, () => closed(terminal).length === 3, 'all were told to close')
    expect(opened(terminal)).toEqual(['010101FF'])
  })

  it('at one site opens of a controller that joins meanwhile only the door that is there', async () => {
    const [site] = (await zk.admin.ask(listSites, { query: {} })).items
    const id = await beginEmergency(site?.id)
    const { terminal } = await zk.accepted('acc', 'SITE', { doors: 3 })
    await zk.settle(terminal, () => opened(terminal).length > 0, 'its door there is open')
    expect(opened(terminal)).toEqual(['010101FF'])
    await release(id)
    await zk.settle(terminal, () => closed(terminal).length > 0, 'it was told to close')
    expect(closed(terminal)).toEqual(['01010100'])
  })

  it('tells each door of a controller that joined meanwhile again, whatever the others answer', async () => {
    await beginEmergency()
    const { send, isBusy } = busyOnce()
    const { terminal } = await zk.accepted('acc', 'EACH', { doors: 3, send })
    await zk.settle(terminal, () => !isBusy() && opened(terminal).length === 2, 'the other doors are open')
    expect(opened(terminal).toSorted()).toEqual(['010201FF', '010301FF'])
    zk.house.clock.advance({ seconds: 61 })
    await zk.settle(terminal, () => opened(terminal).length === 3, 'its first door is open')
    expect(opened(terminal).toSorted()).toEqual(['010101FF', '010201FF', '010301FF'])
  })

  it.each([
    ['is offline', false],
    ['has not answered', true],
  ])('stays shut for good once somebody has closed its door while it %s', async (_, isTold) => {
    let isAway = true
    let told = 0
    const send: ZkSend = async (request) => {
      const answer = await zk.sendFrom()(request)
      if (!/CONTROL DEVICE 010101FF/i.test(answer.text)) return answer
      told++
      return isAway ? { ...answer, text: 'OK' } : answer
    }
    const { terminal, device } = await zk.accepted('acc', 'CLOSED', { send })
    await zk.settle(terminal, () => true)
    await beginEmergency()
    if (isTold) await zk.settle(terminal, () => told === 1, 'it was told to open')
    await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'normal' } })
    await zk.settle(terminal, () => closed(terminal).length === 1, 'its door is closed')
    isAway = false
    for (let hours = 0; hours < 3; hours++) {
      zk.house.clock.advance({ hours: 1 })
      await zk.settle(terminal, () => true)
    }
    expect(told).toBe(isTold ? 1 : 0)
    expect(opened(terminal)).toEqual([])
    await zk.signIn()
    const { items } = await zk.admin.ask(listCommands, { params: { id: device.id }, query: {} })
    expect(items.map(({ kind, state, result }) => [kind, state, result])).toEqual([
      ['normal', 'done', null],
      ['hold-open', 'failed', 'The door was told to close since then.'],
    ])
  })

  it('is told again until it answers that its door is open, and no more once the emergency has ended', async () => {
    let isAway = true
    let told = 0
    const send: ZkSend = async (request) => {
      const answer = await zk.sendFrom()(request)
      if (!/CONTROL DEVICE 010101FF/i.test(answer.text)) return answer
      told++
      return isAway ? { ...answer, text: 'OK' } : answer
    }
    const { terminal } = await zk.accepted('acc', 'UNHEARD', { send })
    await zk.settle(terminal, () => true)
    const id = await beginEmergency()
    await zk.settle(terminal, () => told === 1, 'it was told')
    zk.house.clock.advance({ hours: 2 })
    await zk.settle(terminal, () => told === 2, 'it was told again')
    isAway = false
    zk.house.clock.advance({ minutes: 2 })
    await zk.settle(terminal, () => opened(terminal).length === 1, 'its door is open')
    zk.house.clock.advance({ minutes: 2 })
    await zk.settle(terminal, () => true)
    expect(told).toBe(3)
    await zk.signIn()
    await release(id)
    await zk.settle(terminal, () => closed(terminal).length === 1, 'its door is closed')
    expect(told).toBe(3)
  })

  it('is told again when it was busy', async () => {
    const { send, isBusy } = busyOnce()
    const { terminal } = await zk.accepted('acc', 'BUSYDOOR', { send })
    await zk.settle(terminal, () => true)
    await beginEmergency()
    await zk.settle(terminal, () => !isBusy(), 'it was told')
    zk.house.clock.advance({ seconds: 61 })
    await zk.settle(terminal, () => opened(terminal).length === 1, 'its door is open')
    expect(opened(terminal)).toEqual(['010101FF'])
  })

  it('is given its openings again when it greets, since it may have restarted, and has not confirmed until then', async () => {
    const { terminal, device } = await zk.accepted('acc', 'RESTARTS', { doors: 2 })
    await until(
      async () => (await zk.admin.ask(getDevice, { params: { id: device.id } })).doorCount === 2,
      'its doors are known',
    )
    await zk.settle(terminal, () => true)
    const id = await beginEmergency()
    await zk.settle(terminal, () => opened(terminal).length === 2, 'its doors are open')
    await until(async () => !(await isWaitedFor(id, device.id)), 'it has confirmed')
    await terminal.handshake()
    expect(await isWaitedFor(id, device.id)).toBe(true)
    await zk.settle(terminal, () => opened(terminal).length === 4, 'they are open again')
    await until(async () => !(await isWaitedFor(id, device.id)), 'it has confirmed again')
    await zk.settle(terminal, () => true)
    expect(opened(terminal)).toHaveLength(4)
    await release(id)
    await zk.settle(terminal, () => closed(terminal).length === 2, 'its doors are closed')
    await terminal.handshake()
    await zk.settle(terminal, () => true)
    expect(opened(terminal)).toHaveLength(4)
  })

  it('is given its openings again by a server that knows nothing of it in memory, as after a restart', async () => {
    const { terminal, device } = await zk.accepted('acc', 'NEWSERVER')
    await zk.settle(terminal, () => true)
    await beginEmergency()
    await zk.settle(terminal, () => opened(terminal).length === 1, 'its door is open')
    const { db } = zk.house
    const { ldid } = await db.selectFrom('device').select('ldid').where('id', '=', device.id).executeTakeFirstOrThrow()
    await hint({ db }, { to: 'servers', what: 'device-removed', id: ldid })
    await zk.settle(terminal, () => opened(terminal).length === 2, 'its door is open again')
    await zk.settle(terminal, () => true)
    expect(opened(terminal)).toHaveLength(2)
  })

  it('at one site is given no further door again when it greets and had told more doors since it opened its only one', async () => {
    const [site] = (await zk.admin.ask(listSites, { query: {} })).items
    const { terminal, device, serialNumber } = await zk.accepted('acc', 'GROWS', { faults: { hidesToken: true } })
    await zk.settle(terminal, () => true)
    await beginEmergency(site?.id)
    await zk.settle(terminal, () => opened(terminal).length === 1, 'its only door is open')
    terminal.state.options.set('LockCount', '4')
    // It tells them without a greeting, as an old controller does that is asked.
    await zk.call(
      'POST',
      `/iclock/cdata?SN=${serialNumber}&table=options`,
      'DeviceType=acc,LockCount=4,MachineType=101',
    )
    expect((await zk.admin.ask(getDevice, { params: { id: device.id } })).doorCount).toBe(4)
    await zk.settle(terminal, () => true)
    expect(opened(terminal)).toEqual(['010101FF'])
    await terminal.handshake()
    await zk.settle(terminal, () => opened(terminal).length > 1, 'its door there is open again')
    await zk.settle(terminal, () => true)
    expect(opened(terminal)).toEqual(['010101FF', '010101FF'])
  })

  it('is not given an opening again at a door that somebody has closed since, while its closing has failed and is tried again', async () => {
    let isBusy = false
    const send: ZkSend = async (request) => {
      const answer = await zk.sendFrom()(request)
      const [, number] = /^C:(\d+):CONTROL DEVICE 01010100/i.exec(answer.text) ?? []
      if (number === undefined || !isBusy) return answer
      const serialNumber = /SN=(\w+)/.exec(request.path)?.[1]
      const body = Buffer.from(`ID=${number}&Return=-1005&CMD=CONTROL DEVICE\n`)
      await zk.sendFrom()({ ...request, method: 'POST', path: `/iclock/devicecmd?SN=${serialNumber}`, body })
      return { ...answer, text: 'OK' }
    }
    const { terminal, device } = await zk.accepted('acc', 'FAILS', { send })
    await zk.settle(terminal, () => true)
    await beginEmergency()
    await zk.settle(terminal, () => opened(terminal).length === 1, 'its door is open')
    isBusy = true
    await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'normal' } })
    await until(async () => {
      await terminal.poll()
      const { items } = await zk.admin.ask(listCommands, { params: { id: device.id }, query: {} })
      return items.some(({ kind, state }) => kind === 'normal' && state === 'failed')
    }, 'its closing has failed')
    await terminal.handshake()
    for (let n = 0; n < 20; n++) await terminal.poll()
    expect(opened(terminal)).toHaveLength(1)
    isBusy = false
    zk.house.clock.advance({ seconds: 61 })
    await zk.settle(terminal, () => closed(terminal).length > 0, 'it is told until it closes')
    expect(opened(terminal)).toHaveLength(1)
  })

  it('is not given an opening again at a door that somebody has closed since', async () => {
    const { terminal, device } = await zk.accepted('acc', 'SHUTBYHAND', { doors: 2 })
    await until(
      async () => (await zk.admin.ask(getDevice, { params: { id: device.id } })).doorCount === 2,
      'its doors are known',
    )
    await zk.settle(terminal, () => true)
    await beginEmergency()
    await zk.settle(terminal, () => opened(terminal).length === 2, 'its doors are open')
    await zk.admin.ask(sendCommand, { params: { id: device.id }, body: { kind: 'normal', port: 2 } })
    await zk.settle(terminal, () => closed(terminal).length === 1, 'one is closed')
    await terminal.handshake()
    await zk.settle(terminal, () => opened(terminal).length === 3, 'the other is open again')
    await zk.settle(terminal, () => true)
    expect(opened(terminal).at(-1)).toBe('010101FF')
    expect(opened(terminal)).toHaveLength(3)
  })
})
