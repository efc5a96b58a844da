import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { SystemUser } from './embedded-postgres-user.ts'

/** A clock that was shifted for the whole of Gatehouse (`npm run test:at`) applies to the database as well. */
const clockOf = ({ FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD }: NodeJS.ProcessEnv) =>
  FAKETIME ? { FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD } : {}

/** No other variable of Gatehouse's own environment (secrets, odd locales) may reach the database. */
export const postgresEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  // oxlint-disable-next-line no-restricted-properties -- no setting of ours: it belongs to the loader of programs
  ...clockOf(process.env),
}

export type Postmaster = {
  /** Resolves when it accepts connections; rejects, with its last output, when it ends before. */
  ready: Promise<void>
  /** Resolves with how it ended: an exit code or a signal. */
  ended: Promise<string>
  /** Ends it: first gracefully, then without finishing its work (it recovers at the next start), then by force. */
  end(): Promise<void>
  /** The same without waiting, for the last moment of this process. */
  endSoon(): void
}

export type PostmasterOptions = {
  program: string
  cluster: string
  settings: Record<string, string>
  user: SystemUser | undefined
  log: (line: string) => void
}

export function startPostmaster(options: PostmasterOptions): Postmaster {
  const settings = { ...options.settings, cluster_name: clusterName(options.cluster) }
  const child = spawn(
    options.program,
    ['-D', options.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...options.user,
      env: postgresEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its own process group: Ctrl-C in the terminal is for Gatehouse, which stops the database last.
      detached: true,
    },
  )
  let reason: string | undefined
  createInterface({ input: child.stderr }).on('line', (line) => {
    reason = reasonIn(line, reason)
    options.log(line)
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // Not `close`: workers that outlive a killed main process still hold its output.
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  let isRunning = true
  void ended.then(() => (isRunning = false))

  async function becomeReady(): Promise<void> {
    while (isRunning) {
      const lines = (await readFile(join(options.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
      await wait(10)
    }
    await Promise.race([finished(child.stderr), wait(1000, undefined, { ref: false })])
    throw new Error(reason ?? `PostgreSQL ended with ${await ended} and said nothing of it`)
  }
  const ready = becomeReady()
  // A caller that only waits for the end must not get an unhandled rejection.
  ready.catch(() => {})

  return {
    ready,
    ended,
    endSoon: () => void child.kill('SIGINT'),
    async end() {
      for (const [signal, patience] of [
        ['SIGINT', 3000],
        ['SIGQUIT', 1000],
        ['SIGKILL', 1000],
      ] as const) {
        child.kill(signal)
        await Promise.race([ended, wait(patience, undefined, { ref: false })])
        if (!isRunning) return
      }
    },
  }
}

/**
 * The reason why it does not start, out of its output: the last line of a failure; without one, the last line about a
 * process that ended. Its hints are left out: they may advise to begin with an empty database. So is the output of
 * every start.
 */
function reasonIn(line: string, before: string | undefined): string | undefined {
  const failure = /(?:FATAL|PANIC): +.*/.exec(line)?.[0]
  if (failure !== undefined) return failure
  if (before !== undefined && /^(?:FATAL|PANIC)/.test(before)) return before
  return /LOG: +(.*(?:was terminated by|exited with|could not|no space).*)/i.exec(line)?.[1] ?? before
}

/** PostgreSQL writes this name into the title of every process of the cluster, by which leftovers are known. */
const clusterName = (cluster: string) => `gatehouse-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`

/**
 * Ends the processes that an earlier server left running on the cluster: the whole database after a `kill -9` of
 * Gatehouse, or single workers after one of PostgreSQL's main process. Then clears the file that would make PostgreSQL
 * refuse to start. The caller holds the lock, so processes that run here belong to nobody.
 */
export async function endLeftovers(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const main = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  const find = () => findClusterProcesses(cluster)
  let left = find()
  if (left.includes(main)) {
    log(`The database of an earlier run (process ${main}) is still there; stopping it`)
    signalAll([main], 'SIGINT')
    left = await untilGone(find, 3000)
  }
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    if (left.length === 0) break
    signalAll(left, signal)
    left = await untilGone(find, 1000)
  }
  await rm(pidFile, { force: true })
}

async function untilGone(find: () => number[], patience: number): Promise<number[]> {
  const deadline = performance.now() + patience
  let left = find()
  while (left.length > 0 && performance.now() < deadline) {
    await wait(10)
    left = find()
  }
  return left
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended in between.
    }
  }
}

/** Process ids of the cluster's main process (known by its -D) and of its workers (known by the cluster's name). */
export const findClusterProcesses = (cluster: string): number[] => listClusterProcesses(cluster).map(({ pid }) => pid)

/** The same with the title of each process: the name of the cluster, then its work. */
export function listClusterProcesses(cluster: string): { pid: number; command: string }[] {
  const title = `postgres: ${clusterName(cluster)}: `
  const main = `postgres -D ${cluster} -c `
  return listProcesses().filter(({ command }) => command.startsWith(title) || command.includes(main))
}

function listProcesses(): { pid: number; command: string }[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n')
    return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, '') }))
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: readCommand(name) }))
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
