import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@gatehouse/server/db/embedded/embedded-postgres.ts'
import { type Benchmark, type Context, row } from './benchmark.ts'
import { makeFolder } from './install/installation.ts'
import { startGatehouse } from './install/start-gatehouse.ts'
import { percentile } from './percentile.ts'

const times = 5

export const start: Benchmark = {
  name: 'start',
  about: 'the whole program with its embedded database, from the start of the process to the first answer of /readyz',
  async run(context) {
    const folder = await makeFolder(context)
    context.log('first start')
    const first = await timeStart(context, folder)
    const again: number[] = []
    const bareNode: number[] = []
    const barePostgres: number[] = []
    for (let i = 0; i < times; i++) {
      context.log(`start ${i + 2}`)
      again.push(await timeStart(context, folder))
      bareNode.push(await timeBareNode())
      barePostgres.push(await timeBarePostgres(join(folder, 'postgres')))
    }
    const limit = percentile(bareNode, 0.5) + percentile(barePostgres, 0.5)
    const rows = [
      row({
        what: 'second start until it answers, median',
        value: percentile(again, 0.5) / 1000,
        unit: 's',
        limit: { what: 'bare node -e and PostgreSQL', value: limit / 1000 },
        atMost: 3,
      }),
      row({ what: '  longest', value: Math.max(...again) / 1000, unit: 's', atMost: 5 }),
      row({ what: '  of the limit, bare node', value: percentile(bareNode, 0.5) / 1000, unit: 's' }),
      row({ what: '  of the limit, PostgreSQL', value: percentile(barePostgres, 0.5) / 1000, unit: 's' }),
      row({ what: 'first start, which makes the database', value: first / 1000, unit: 's' }),
    ]
    return [
      { work: { what: 'starts that answered /readyz with 200', expected: times + 1, done: again.length + 1 }, rows },
    ]
  },
}

async function timeStart(context: Context, folder: string): Promise<number> {
  const began = performance.now()
  const server = await startGatehouse(context, { GATEHOUSE_DATA: folder })
  const response = await fetch(`${server.url}/readyz`)
  const took = performance.now() - began
  if (response.status !== 200) throw new Error(`/readyz answered ${response.status}`)
  await server.end()
  return took
}

async function timeBareNode(): Promise<number> {
  const began = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - began
}

/** The same cluster by the same code, in a process that has everything loaded. */
async function timeBarePostgres(folder: string): Promise<number> {
  const began = performance.now()
  const postgres = await startEmbeddedPostgres({ folder })
  const took = performance.now() - began
  await postgres.stop()
  return took
}
