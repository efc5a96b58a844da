import { beginLockdown, getLockdownState, releaseLockdown } from '@gatehouse/contract/features/lockdown.ts'
import type { ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

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
    const isWaitedFor = async () => {
      await terminal.poll()
      const { unconfirmed } = await zk.admin.ask(getLockdownState, { params: { id } })
      return unconfirmed.some((reader) => reader.device.id === device.id)
    }
    await until(async () => !(await isWaitedFor()), 'it has confirmed')
    await release(id)
    await zk.settle(terminal, () => isOpen(terminal), 'the zones are open')
    if (dialect === 'acc') expect(terminal.state.rights.get(numberAt(terminal, name))).toBe(1)
  })

  it('goes ahead of a list of people that is under way', async () => {
    const { terminal, serialNumber } = await zk.accepted(dialect, 'BUSY')
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
