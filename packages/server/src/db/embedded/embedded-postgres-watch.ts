import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseRole } from './embedded-postgres-cluster.ts'
import { listClusterProcesses } from './embedded-postgres-process.ts'

/** The time that each state may last before PostgreSQL counts as hanging. */
export type Patience = {
  /** It refuses connections, and there is no process that recovers it. */
  refusingMs: number
  /** It takes connections and answers nothing. A very busy machine looks the same for a while. */
  silentMs: number
  /** It recovers, and for this time has neither computed, read nor written anything. */
  stalledMs: number
}

const usual: Patience = { refusingMs: 20_000, silentMs: 60_000, stalledMs: 300_000 }
const everyMs = 1_000
const answerWithinMs = 5_000

/**
 * Resolves with the problem when PostgreSQL runs and will not take connections without help: its main process survives
 * without a recovery after a `kill -9` of a part of it, as by the out-of-memory killer. A recovery that makes progress
 * may take hours. undefined when `stopping` comes first.
 */
export async function waitForStandstill(
  {
    cluster,
    socketFolder,
    patience = {},
  }: { cluster: string; socketFolder: string; patience?: Partial<Patience> | undefined },
  stopping: AbortSignal,
): Promise<string | undefined> {
  const limits = { ...usual, ...patience }
  let before = ''
  let since = performance.now()
  while (!stopping.aborted) {
    await wait(Math.min(everyMs, limits.refusingMs), undefined, { signal: stopping }).catch(() => {})
    const answer = await askPostgres(join(socketFolder, '.s.PGSQL.5432'))
    const recovery = answer === 'takes' ? undefined : readRecovery(cluster)
    const state = `${answer} ${recovery ?? ''}`
    if (state !== before || answer === 'takes') since = performance.now()
    before = state
    const seconds = Math.round((performance.now() - since) / 1000)
    if (stopping.aborted || performance.now() - since < limitOf(limits, answer, recovery)) continue
    if (recovery !== undefined) return `its recovery has not moved for ${seconds} s`
    if (answer === 'silent') return `it has not answered for ${seconds} s`
    return `it takes no connections and nothing recovers it, for ${seconds} s`
  }
  return undefined
}

type Answer = 'refuses' | 'silent' | 'takes'

function limitOf(limits: Patience, answer: Answer, recovery: string | undefined): number {
  if (answer === 'takes') return Infinity
  if (recovery !== undefined) return limits.stalledMs
  return answer === 'silent' ? limits.silentMs : limits.refusingMs
}

/** Opens a connection without a password: the answer that matters comes before the password is asked for. */
function askPostgres(path: string): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const answer = (what: Answer) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(what)
    }
    const timer = setTimeout(() => answer('silent'), answerWithinMs)
    socket.on('connect', () => socket.write(startupMessage))
    socket.on('data', (bytes: Buffer) => {
      // cannot_connect_now: it starts, recovers or stops. Other refusals come from one that works.
      const isRefused = bytes.toString('latin1', 0, 1) === 'E' && bytes.includes('C57P03\0')
      answer(isRefused ? 'refuses' : 'takes')
    })
    socket.on('error', (error) => answer('code' in error && error.code === 'EAGAIN' ? 'silent' : 'refuses'))
    socket.on('close', () => answer('refuses'))
  })
}

const startupMessage = (() => {
  const text = Buffer.from(`user\0${databaseRole}\0database\0postgres\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(head.length + text.length, 0)
  // Version 3.0 of the protocol.
  head.writeInt32BE(3 << 16, 4)
  return Buffer.concat([head, text])
})()

/**
 * The values that change while the recovery of a cluster makes progress: its position, and its consumed resources;
 * undefined when nothing recovers.
 */
function readRecovery(cluster: string): string | undefined {
  const processes = listClusterProcesses(cluster).map(({ pid, command }) => ({
    pid,
    work: command.split(': ')[2] ?? '',
  }))
  const startup = processes.find(({ work }) => work.startsWith('startup'))
  if (!startup) return undefined
  // At its end it waits for the checkpointer, and others may read for it.
  const atWork = processes.filter(({ work }) => /^(?:startup|checkpointer|io worker)/.test(work))
  return [startup.pid, startup.work, ...atWork.map(({ pid }) => readUse(pid))].join(' ')
}

/** The resources that a process has consumed so far; on another system than Linux only its name tells. */
function readUse(pid: number): string {
  // The fields after the name in brackets, which may contain any number of words: the twelfth and thirteenth are its
  // times.
  const times = readOr(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ').slice(11, 13) ?? []
  return [...times, ...(readOr(`/proc/${pid}/io`).match(/\d+/g) ?? [])].join(' ')
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
