import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import type { Context } from '../benchmark.ts'
import { loadResult, type LoadOrder, type LoadResult } from './load-messages.ts'

/** Runs the load process to its end. @throws when it fails, with what it wrote */
export async function runLoad({ cleanup }: Context, order: LoadOrder): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: (order.warmUpSeconds + order.seconds + 60) * 1000,
  })
  cleanup.defer(() => void child.kill('SIGKILL'))
  child.stdin.end(JSON.stringify(order))
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (child.exitCode !== 0) throw new Error(`the load process ended with ${child.exitCode ?? child.signalCode}`)
  return loadResult.parse(JSON.parse(out))
}
