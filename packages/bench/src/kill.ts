import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Benchmark, row } from './benchmark.ts'
import { install, type Installation } from './install/installation.ts'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import { bindDefaultGroups } from './load/bind-default-groups.ts'
import { recordsPath } from './load/load-messages.ts'
import { runLoad } from './load/run-load.ts'

const connections = 32
const secondsBefore = 3
const deadlineMs = 60_000

export const kill: Benchmark = {
  name: 'kill',
  about:
    'records sent while the server and then PostgreSQL end by kill -9: what was acknowledged must be there afterwards',
  async run(context) {
    const installation = await install(context)
    const personIds = await bulkInsertPeople(installation, 1_000, 100)
    const devices = await bulkInsertDevices(installation, connections)
    await bindDefaultGroups(installation)
    let sequence = 1
    let acknowledged = 0
    const send = async (whileSending: (server: { pid: number }) => Promise<void>) => {
      const server = await startGatehouseOn(context, installation)
      const order = { url: server.url, path: recordsPath, personIds, recordsPerRequest: 20, captureBytes: 0 }
      const callers = devices.map(({ authorization }) => ({ authorization, nextSequence: sequence }))
      const interrupt = async () => {
        await wait(secondsBefore * 1000)
        await whileSending({ pid: server.child.pid ?? 0 })
      }
      const load = { ...order, callers, warmUpSeconds: 0, seconds: secondsBefore + 3 }
      const [result] = await Promise.all([runLoad(context, load), interrupt()])
      if (result.failed === 0) throw new Error('nothing was interrupted: this proves nothing')
      sequence = Math.max(...result.nextSequences)
      acknowledged += result.acknowledged
      await server.end()
    }
    context.log('ending the server')
    await send(async ({ pid }) => void process.kill(pid, 'SIGKILL'))
    context.log('ending PostgreSQL')
    let outageMs = 0
    await send(async () => {
      const postmaster = await findPostmaster(installation)
      const began = performance.now()
      process.kill(postmaster, 'SIGKILL')
      // Its children may answer for a moment more.
      await untilAnswered(async () => (await findPostmaster(installation)) !== postmaster)
      outageMs = performance.now() - began
    })
    const stored = await untilAnswered(() => countRecords(installation))
    const rows = [
      row({ what: 'records acknowledged', value: acknowledged, unit: 'records' }),
      row({
        what: 'of these not in the database',
        value: Math.max(0, acknowledged - stored),
        unit: 'records',
        atMost: 0,
      }),
      row({ what: 'PostgreSQL answers again after', value: outageMs / 1000, unit: 's', atMost: 5 }),
    ]
    // More than were acknowledged may be there: an answer that was cut off was stored all the same.
    const kept = {
      what: 'acknowledged records in the database',
      expected: acknowledged,
      done: Math.min(acknowledged, stored),
    }
    return [{ work: kept, rows }]
  },
}

async function findPostmaster({ pool }: Installation): Promise<number> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory')
  const [pid = ''] = (await readFile(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

async function countRecords({ pool }: Installation): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*) as count from recognition_record')
  return Number(rows[0]?.count)
}

/** Asks until there is an answer that is not false. @throws what the last attempt threw, after a minute */
async function untilAnswered<T>(ask: () => Promise<T | false>): Promise<T> {
  const end = performance.now() + deadlineMs
  for (;;) {
    try {
      const answer = await ask()
      if (answer !== false) return answer
    } catch (error) {
      if (performance.now() > end) throw error
    }
    if (performance.now() > end) throw new Error('PostgreSQL did not come back')
    await wait(20)
  }
}
