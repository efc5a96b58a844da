import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Context } from '../benchmark.ts'
import { type ZkOrder, zkReport, type ZkReport } from './zk-messages.ts'

type Of<K extends ZkReport['kind']> = Extract<ZkReport, { kind: K }>

/** Starts the process of simulated terminals of ZKTeco. `ask` resolves with the answer to an order. */
export function runZkTerminals({ cleanup }: Context) {
  const child = fork(join(import.meta.dirname, 'zk-process.ts'))
  cleanup.defer(() => void child.kill('SIGKILL'))
  const tell = (order: ZkOrder) => void child.send(order)
  function ask<K extends ZkReport['kind']>(order: ZkOrder, kind: K): Promise<Of<K>> {
    const { promise, resolve, reject } = Promise.withResolvers<Of<K>>()
    const isOf = (report: ZkReport): report is Of<K> => report.kind === kind
    const hear = (message: unknown) => {
      const report = zkReport.parse(message)
      if (isOf(report)) resolve(report)
    }
    const gone = (code: number | null) => reject(new Error(`the process of the terminals ended with ${code}`))
    child.on('message', hear).once('exit', gone)
    tell(order)
    return promise.finally(() => void child.off('message', hear).off('exit', gone))
  }
  return { tell, ask }
}
