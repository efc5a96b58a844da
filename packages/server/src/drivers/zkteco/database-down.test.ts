import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { createZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createActivatedDatabase } from '../../../test/database.ts'
import { createDatabaseProxy } from '../../../test/database-proxy.ts'
import { startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse
let proxy: Awaited<ReturnType<typeof createDatabaseProxy>>

beforeAll(async () => {
  const database = await createActivatedDatabase()
  proxy = await createDatabaseProxy(database.url)
  zk = await startZkHouse({
    database: { ...database, url: proxy.url },
    databaseLimits: { answerWithinMs: 1_000, connectWithinMs: 1_000 },
  })
})
afterAll(async () => {
  // Connections that fell silent on the way have not been closed on the other side.
  proxy.become('cut')
  await zk.close()
  await proxy.close()
})

const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => {
    const at = Temporal.PlainDateTime.from('2026-01-05T08:00:00').add({ seconds: from + n })
    return `\t${at.toString({ smallestUnit: 'second' }).replace('T', ' ')}\t255\t15\n`
  })

it.each([
  ['refuses connections', 'cut'],
  ['does not answer', 'silent'],
] as const)(
  'while the database %s for a minute, terminals are told to send again what they push, and afterwards it stands there once',
  async (_, state) => {
    const statuses = new Set<number>()
    let isDown = false
    const send = zk.sendFrom()
    const { terminal, device, serialNumber } = await zk.accepted('att', `DOWN${state}`, {
      send: async (request) => {
        const answer = await send(request)
        if (isDown) statuses.add(answer.status)
        return answer
      },
    })
    const waiting = rowsOf(0, 40)
    terminal.uploadRaw('cdata?table=ATTLOG', waiting[0] ?? '')
    await terminal.deliver()
    isDown = true
    proxy.become(state)
    for (const row of waiting.slice(1)) terminal.uploadRaw('cdata?table=ATTLOG', row)
    terminal.operate(4)
    // It tries every few seconds, and finds nobody who takes it.
    for (let second = 0; second < 60; second += 20) {
      await terminal.deliver()
      await terminal.poll().catch(() => 0)
      zk.house.clock.advance({ seconds: 20 })
    }
    expect(terminal.waiting()).toBe(waiting.length)
    isDown = false
    proxy.become('open')
    await until(async () => {
      await terminal.deliver()
      return terminal.waiting() === 0
    }, 'everything is taken')
    expect([...statuses].filter((status) => status < 500)).toEqual([])
    expect(statuses.size).toBeGreaterThan(0)
    expect(await zk.recordsOf(device.id)).toHaveLength(waiting.length)
    const { items } = await zk.admin.ask(listOperations, { query: { keyword: serialNumber } })
    expect(items.filter(({ event }) => event === 'at-device-menu-opened')).toHaveLength(1)
    // Another terminal is taken as before.
    const other = createZkTerminal({ dialect: 'att', serialNumber, send: zk.sendFrom() })
    expect(await other.handshake()).toBe(true)
  },
)
