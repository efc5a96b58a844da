import { setTimeout as wait } from 'node:timers/promises'
import { beginLockdown, releaseLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { type Benchmark, type Measurement, row } from './benchmark.ts'
import { install, openSession } from './install/installation.ts'
import { startGatehouse } from './install/start-gatehouse.ts'
import { publishBarely } from './load/bare-publish.ts'
import { runTerminals } from './load/run-terminals.ts'
import { percentile } from './percentile.ts'

/** `LOCKDOWN_BENCH=50`: a smaller form, with 50 terminals. */
const terminalCount = Number(process.env['LOCKDOWN_BENCH'] ?? '1000')
const faceModelId = 'bench'
const doors = 'doors'
const aims = { closedMs: 2_000 } as const
/** The time until the work of connecting is through. */
const settleMs = 3_000
const rounds = 3

const now = () => performance.timeOrigin + performance.now()

export const lockdown: Benchmark = {
  name: 'lockdown',
  about: `${terminalCount.toLocaleString('en-US')} doors: from the call of a lockdown until each terminal is closed, and open again`,
  async run(context) {
    const installation = await install(context)
    context.log(`making ${terminalCount} devices`)
    const devices = await bulkInsertDevices(installation, terminalCount)
    const token = await openSession(installation)
    const server = await startGatehouse(context, {
      GATEHOUSE_DATA: installation.dataFolder,
      DATABASE_URL: installation.databaseUrl,
    })
    const ask = askServer(server.url, token)
    const all = runTerminals(context)
    const credentials = devices.map(({ authorization }) => {
      const [ldid = '', secret = ''] = authorization.replace('Bearer ', '').split('.')
      return { ldid, secret }
    })
    context.log('all connect')
    all.start({ group: doors, serverUrl: server.url, faceModelId, devices: credentials })
    await (
      await all.watch(doors, { what: 'connected' })
    ).all
    await wait(settleMs)

    const closed: number[] = []
    const opened: number[] = []
    for (let round = 1; round <= rounds; round++) {
      context.log(`lockdown ${round} of ${rounds}`)
      const closing = await all.watch(doors, { what: 'lockdown', count: 1 })
      const began = now()
      const body = { kind: 'lockdown', level: null, scope: { kind: 'everything' }, reason: null } as const
      const { id } = await ask(beginLockdown, { body })
      closed.push(...(await closing.all).at.map((at) => at - began))
      const opening = await all.watch(doors, { what: 'lockdown', count: 0 })
      const released = now()
      await ask(releaseLockdown, { params: { id }, body: { reason: 'measured' } })
      opened.push(...(await opening.all).at.map((at) => at - released))
      await wait(settleMs)
    }
    context.log('the bare broker')
    const bare = await publishBarely(context, terminalCount)
    const limit = { what: 'one bare MQTT message to as many subscribers, p95', value: percentile(bare, 0.95) }
    const measured: Measurement = {
      work: {
        what: 'doors closed and opened',
        expected: 2 * rounds * terminalCount,
        done: closed.length + opened.length,
      },
      rows: [
        row({
          what: 'from the call until a terminal is closed, p95',
          value: percentile(closed, 0.95),
          unit: 'ms',
          limit,
          atMost: aims.closedMs,
        }),
        row({ what: '  half of them', value: percentile(closed, 0.5), unit: 'ms' }),
        row({ what: '  the last one', value: Math.max(...closed), unit: 'ms' }),
        row({
          what: 'from its release until a terminal is open, p95',
          value: percentile(opened, 0.95),
          unit: 'ms',
          limit,
        }),
      ],
    }
    return [measured]
  },
}
