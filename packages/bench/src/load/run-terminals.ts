import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Context } from '../benchmark.ts'
import { type TerminalOrder, terminalReport, type TerminalReport, type Watched } from './terminal-messages.ts'

export type Terminals = {
  start(order: Omit<Extract<TerminalOrder, { kind: 'start' }>, 'kind'>): void
  /** Resolves once the terminals are watched; `all` when the last has got there. */
  watch(group: string, wanted: Watched): Promise<{ all: Promise<Reached> }>
}
export type Reached = Extract<TerminalReport, { kind: 'reached' }>

/** Only ends what hangs. */
const deadlineMs = 600_000

/** Starts the process of the terminals. */
export function runTerminals({ cleanup }: Context): Terminals {
  const child = fork(join(import.meta.dirname, 'terminals-process.ts'))
  cleanup.defer(() => void child.kill('SIGKILL'))
  const waiting = new Map<string, PromiseWithResolvers<Reached>>()
  child.on('message', (message) => {
    const report = terminalReport.parse(message)
    if (report.kind === 'reached') waiting.get(report.group)?.resolve(report)
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the process of the terminals ended with ${code}`))
  })
  return {
    start: (order) => void child.send({ kind: 'start', ...order } satisfies TerminalOrder),
    async watch(group, wanted) {
      const reached = Promise.withResolvers<Reached>()
      waiting.set(group, reached)
      const late = () => reached.reject(new Error(`not all got to "${wanted.what}" within ${deadlineMs / 1000} s`))
      const timer = setTimeout(late, deadlineMs)
      reached.promise.finally(() => clearTimeout(timer)).catch(() => undefined)
      child.send({ kind: 'watch', group, for: wanted } satisfies TerminalOrder)
      // `reached` comes later, or is kept in the promise.
      await once(child, 'message')
      return { all: reached.promise }
    },
  }
}
