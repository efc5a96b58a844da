import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '@gatehouse/testkit/until.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { findBinaries } from './embedded-postgres-binaries.ts'
import { findCluster, sharedFolder } from './embedded-postgres-place.ts'
import { findClusterProcesses, listClusterProcesses, startPostmaster } from './embedded-postgres-process.ts'

const isRoot = process.getuid?.() === 0
/**
 * A data folder that was used once: most tests begin with a copy, since making a cluster takes longer than anything
 * else.
 */
let used: string
let outside: string
let folder: string
let running: EmbeddedPostgres[]

const makeFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse postgres '))
  await chmod(folder, 0o755)
  return folder
}

beforeAll(async () => {
  used = await makeFolder()
  await (await startEmbeddedPostgres({ folder: join(used, 'data folder', 'postgres'), durable: false })).stop()
})
afterAll(() => rm(used, { recursive: true }))

beforeEach(async () => {
  outside = await makeFolder()
  folder = join(outside, 'data folder', 'postgres')
  running = []
})

afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()))
  const cluster = await findCluster(folder).catch(() => undefined)
  if (cluster?.startsWith(sharedFolder)) await rm(dirname(cluster), { recursive: true })
  await rm(outside, { recursive: true })
})

async function start(options?: Partial<Parameters<typeof startEmbeddedPostgres>[0]>): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ folder, durable: false, ...options })
  running.push(postgres)
  return postgres
}

/** Starts it where it has run before. */
async function startAgain(options?: Parameters<typeof start>[0]): Promise<EmbeddedPostgres> {
  await promisify(execFile)('cp', ['-a', `${used}/data folder`, outside])
  return start(options)
}

async function ask(url: string, statement: string): Promise<unknown> {
  // A query that began on a database that is killed may never get an answer.
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 20_000 })
  // A connection that the server drops must fail the query, not the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(statement)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

/** The answer, or undefined while the database cannot be asked. */
const tryToAsk = (url: string, statement: string) => ask(url, statement).catch(() => undefined)

async function locateCluster(): Promise<string> {
  const cluster = await findCluster(folder)
  if (!cluster) throw new Error('There is no cluster')
  return cluster
}

const readMainProcess = (cluster: string) =>
  Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

const processOf = (cluster: string, title: RegExp) =>
  listClusterProcesses(cluster).find(({ command }) => title.test(command.trim()))?.pid

/** The same as `until`, for a state that lasts only some milliseconds. */
async function untilNow<T>(find: () => T | undefined): Promise<T> {
  const deadline = performance.now() + 20_000
  while (performance.now() < deadline) {
    const found = find()
    if (found !== undefined) return found
    await setImmediate()
  }
  throw new Error('it never came')
}

describe('the embedded database', () => {
  it('the embedded database runs PostgreSQL 18 in UTF-8 on a socket that nobody else can reach, and keeps its data over a restart', async () => {
    const { url, stop } = await start()
    expect(await ask(url, `select current_setting('server_version') as answer`)).toMatch(/^18\./)
    expect(await ask(url, `select current_setting('listen_addresses') as answer`)).toBe('')
    expect(
      await ask(
        url,
        `select pg_encoding_to_char(encoding) || ' ' || datlocale as answer
      from pg_database where datname = current_database()`,
      ),
    ).toBe('UTF8 C.UTF-8')
    expect(await ask(url, `select '门禁 ' || upper('é') as answer`)).toBe('门禁 É')
    await ask(url, 'create table kept as select 42 as answer')
    await stop()

    const again = await start()
    expect(await ask(again.url, 'select answer from kept')).toBe(42)
    const socketFolder = new URL(again.url).searchParams.get('host') ?? ''
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
    expect(statSync(await locateCluster()).mode & 0o777).toBe(0o700)
  })

  it('the embedded database asks for the password on the socket too', async () => {
    const { url } = await startAgain()
    const wrong = new URL(url)
    wrong.password = 'wrong'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  })

  it('the embedded database lets the owner of a data folder back in after the password file was lost', async () => {
    await (await startAgain()).stop()
    await rm(join(folder, 'password'))
    expect(await ask((await start()).url, 'select 1 as answer')).toBe(1)
  })

  it('the embedded database ends every process and leaves no socket folder after a stop', async () => {
    const { url, stop } = await startAgain()
    const cluster = await locateCluster()
    expect(findClusterProcesses(cluster).length).toBeGreaterThan(1)
    await stop()
    expect(findClusterProcesses(cluster)).toEqual([])
    expect(existsSync(new URL(url).searchParams.get('host') ?? '')).toBe(false)
  })

  it('the embedded database restarts under the same address after kill -9 of PostgreSQL, with its committed data', async () => {
    const lines: string[] = []
    const { url } = await startAgain({ durable: true, log: (line) => lines.push(line) })
    const cluster = await locateCluster()
    await ask(url, 'create table kept as select 42 as answer')
    // A worker in a long query does not notice the death of the main process alone.
    const busy = ask(url, 'select count(*) as answer from generate_series(1, 1e12)').catch((error: unknown) => error)
    await until(() =>
      tryToAsk(
        url,
        `select count(*) > 0 as answer from pg_stat_activity where query like '%1e12%' and pid <> pg_backend_pid()`,
      ),
    )
    const killed = readMainProcess(cluster)
    const workers = findClusterProcesses(cluster).filter((pid) => pid !== killed)
    process.kill(killed, 'SIGKILL')
    expect(await until(() => tryToAsk(url, 'select answer from kept'))).toBe(42)
    expect(readMainProcess(cluster)).not.toBe(killed)
    const alive = findClusterProcesses(cluster)
    expect(workers.filter((pid) => alive.includes(pid))).toEqual([])
    expect(await busy).toBeInstanceOf(Error)
    expect(lines.join('\n')).toMatch(/ended by itself \(SIGKILL\); starting it again/)
  })

  it('the embedded database can be killed again and again', async () => {
    const { url } = await startAgain()
    const cluster = await locateCluster()
    for (let round = 0; round < 3; round++) {
      const killed = readMainProcess(cluster)
      process.kill(killed, 'SIGKILL')
      await until(() => !findClusterProcesses(cluster).includes(killed))
      expect(await until(() => tryToAsk(url, 'select 1 as answer'))).toBe(1)
    }
  })

  /**
   * Kills a connection at work; its recovery begins. It takes long enough to be observed: there are `rows` to recover.
   */
  async function beginRecovery(url: string, cluster: string, rows: number): Promise<number> {
    await ask(url, `create table big as select n, repeat('x', 400) as filler from generate_series(1, ${rows}) n`)
    const busy = ask(url, 'select pg_sleep(600)').catch((error: unknown) => error)
    process.kill(await until(() => processOf(cluster, /SELECT$/)), 'SIGKILL')
    const startup = await untilNow(() => processOf(cluster, /: startup/))
    expect(await busy).toBeInstanceOf(Error)
    return startup
  }

  it('the embedded database restarts although its recovery is killed, again and again, whether PostgreSQL ends or stays without recovering', async () => {
    const { url } = await startAgain({ durable: true, patience: { refusingMs: 1_000 } })
    const cluster = await locateCluster()
    await ask(url, 'create table kept as select 0 as answer')
    for (let round = 1; round <= 3; round++) {
      await ask(url, `update kept set answer = ${round}`)
      await ask(url, 'drop table if exists big')
      process.kill(await beginRecovery(url, cluster, 400_000), 'SIGKILL')
      expect(await until(() => tryToAsk(url, 'select answer from kept'))).toBe(round)
    }
  })

  it('the embedded database is restarted when its recovery makes no progress', async () => {
    const lines: string[] = []
    const { url } = await startAgain({ durable: true, log: (line) => lines.push(line), patience: { stalledMs: 2_000 } })
    const cluster = await locateCluster()
    const stopped = await beginRecovery(url, cluster, 400_000)
    process.kill(stopped, 'SIGSTOP')
    expect(await until(() => tryToAsk(url, 'select count(*)::int as answer from big'))).toBe(400_000)
    expect(findClusterProcesses(cluster)).not.toContain(stopped)
    expect(lines.join('\n')).toMatch(/stands still \(its recovery has not moved for \d+ s\); starting it again/)
  })

  it('the embedded database is left alone while it recovers, however long that takes', async () => {
    const refusingMs = 10_000
    const { url } = await startAgain({ durable: true, patience: { refusingMs } })
    const cluster = await locateCluster()
    const main = readMainProcess(cluster)
    const startup = await beginRecovery(url, cluster, 1_000_000)
    // With progress only now and then, it recovers for longer than the limit of a recovery without progress.
    const began = performance.now()
    let looks = 0
    await until(() => {
      // It runs for a tenth of a second in four: a quick machine would end the recovery sooner.
      process.kill(startup, looks++ % 40 === 0 ? 'SIGCONT' : 'SIGSTOP')
      return performance.now() - began > 1.5 * refusingMs
    })
    process.kill(startup, 'SIGCONT')
    expect(await until(() => tryToAsk(url, 'select count(*)::int as answer from big'))).toBe(1_000_000)
    expect(readMainProcess(cluster)).toBe(main)
  })

  it('the embedded database stops while it is down after a crash', async () => {
    const { stop } = await startAgain()
    const cluster = await locateCluster()
    process.kill(readMainProcess(cluster), 'SIGKILL')
    await stop()
    expect(findClusterProcesses(cluster)).toEqual([])
  })

  it('the embedded database takes over after kill -9 of the server, whose PostgreSQL still runs', async () => {
    const server = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../../test/run-embedded-postgres.ts'), folder],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const [line]: unknown[] = await once(createInterface({ input: server.stdout }), 'line')
    const url = String(line)
    await ask(url, 'create table kept as select 42 as answer')
    const cluster = await locateCluster()
    const left = readMainProcess(cluster)
    server.kill('SIGKILL')
    await once(server, 'exit')
    expect(findClusterProcesses(cluster)).toContain(left)

    const next = await start()
    expect(await ask(next.url, 'select answer from kept')).toBe(42)
    expect(findClusterProcesses(cluster)).not.toContain(left)
    await next.stop()
    expect(findClusterProcesses(cluster)).toEqual([])
  })

  it('the embedded database starts although an unrelated process now has the number of the PostgreSQL that was killed', async () => {
    await (await startAgain()).stop()
    await writeFile(join(await locateCluster(), 'postmaster.pid'), `${process.pid}\n`)
    expect(await ask((await start()).url, 'select 1 as answer')).toBe(1)
  })

  it('the embedded database refuses a second server on the same folder in one line, and leaves the first alone', async () => {
    const { url } = await startAgain()
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal).toMatchObject({ name: 'EmbeddedPostgresError', problem: 'already-running' })
    expect(refusal).toHaveProperty(
      'message',
      expect.stringMatching(`^Another Gatehouse server \\(process ${process.pid}\\)[^\n]*$`),
    )
    expect(await ask(url, 'select 1 as answer')).toBe(1)
  })

  it('the embedded database reports in one line a folder that cannot be written to', async () => {
    await mkdir(join(outside, 'data folder'))
    await writeFile(folder, 'a file where the folder should be')
    await expect(start()).rejects.toMatchObject({
      problem: 'folder-not-writable',
      message: expect.stringMatching(/^Cannot write to .*postgres \(EEXIST\): .*GATEHOUSE_DATA.*$/),
    })
  })

  it('the embedded database says in one line that the cluster is of another major version', async () => {
    await (await startAgain()).stop()
    await writeFile(join(await locateCluster(), 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toMatchObject({
      problem: 'other-major-version',
      message: expect.stringMatching(/PostgreSQL 17 and this Gatehouse brings PostgreSQL 18: .*backup.*$/),
    })
  })

  it('the embedded database reports the last output of PostgreSQL when it does not start, and can be tried again', async () => {
    await (await startAgain()).stop()
    const control = join(await locateCluster(), 'global', 'pg_control')
    const content = await readFile(control)
    await writeFile(control, 'x'.repeat(content.length))
    await expect(start()).rejects.toMatchObject({
      problem: 'failed-to-start',
      message: expect.stringMatching(/does not start: (FATAL|PANIC): [^\n]*$/),
    })
    await writeFile(control, content)
    expect(await ask((await start()).url, 'select 1 as answer')).toBe(1)
  })

  it.each([
    ['LOG:  starting PostgreSQL 18.4', 'SIGKILL', /^PostgreSQL ended with SIGKILL and said nothing of it$/],
    [
      'LOG:  startup process (PID 7) was terminated by signal 9: Killed\nLOG:  aborting startup due to startup process failure',
      'SIGTERM',
      /^startup process \(PID 7\) was terminated by signal 9: Killed$/,
    ],
    [
      'FATAL:  lock file is empty\nHINT:  Remove it\nLOG:  database system is shut down',
      'SIGTERM',
      /^FATAL: +lock file is empty$/,
    ],
  ])(
    'the embedded database reports why it does not start, without the output of every start: %s',
    async (said, signal, reason) => {
      const program = join(outside, 'program')
      await writeFile(program, `#!/bin/sh\nprintf '%s\\n' '${said}' >&2\nkill -${signal.slice(3)} $$\n`, {
        mode: 0o755,
      })
      const postmaster = startPostmaster({ program, cluster: outside, settings: {}, user: undefined, log: () => {} })
      await expect(postmaster.ready).rejects.toThrow(reason)
    },
  )

  it('the embedded database creates the cluster again when the first attempt was interrupted', async () => {
    await mkdir(join(folder, 'cluster.unfinished', 'base'), { recursive: true })
    expect(await ask((await start()).url, 'select 1 as answer')).toBe(1)
  })

  it('the embedded database finds the programs where another user can run them, with the links that npm cannot carry', async () => {
    const copies = join(outside, 'copies')
    const nobody = { uid: 65_534, gid: 65_534 }
    await mkdir(copies)
    // A copy when the tree stands in a folder that this user cannot enter, else the package itself.
    const { folder: programs, version } = await findBinaries(nobody, copies)
    const isCopy = programs.startsWith(copies)
    expect(isCopy ? await readdir(copies) : []).toEqual(isCopy ? [`postgresql-${version}`] : [])
    expect(existsSync(join(programs, 'initdb'))).toBe(true)
    expect(existsSync(join(programs, '..', 'lib', 'libicuuc.so.60')) || process.platform === 'darwin').toBe(true)
  })
})

describe.runIf(isRoot)('the embedded database, started by root', () => {
  it('the embedded database, started by root, runs as another user', async () => {
    const { url } = await start()
    const pid = readMainProcess(await locateCluster())
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0)
    expect(await ask(url, 'select 1 as answer')).toBe(1)
  })

  it('the embedded database works in a folder that only root can enter, and finds its data again', async () => {
    await chmod(outside, 0o700)
    const first = await start()
    await ask(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(await locateCluster()).toMatch(/^\/var\/lib\/gatehouse\/[0-9a-f]{16}\/cluster$/)
    expect(await ask((await start()).url, 'select answer from kept')).toBe(42)
  })

  it('the embedded database, started by root, never begins with an empty database when the noted one is missing', async () => {
    await chmod(outside, 0o700)
    await (await start()).stop()
    const cluster = await locateCluster()
    await rm(dirname(cluster), { recursive: true })
    await expect(start()).rejects.toMatchObject({
      problem: 'cluster-missing',
      message: expect.stringContaining(cluster),
    })
  })

  it('the embedded database, started by root, refuses a second server that uses a copy of the data folder, since both mean one database', async () => {
    await chmod(outside, 0o700)
    await start()
    const copy = join(outside, 'copy')
    await mkdir(copy)
    for (const name of ['id', 'password', 'cluster-location'])
      await writeFile(join(copy, name), await readFile(join(folder, name)))
    await expect(startEmbeddedPostgres({ folder: copy })).rejects.toMatchObject({ problem: 'already-running' })
  })
})
