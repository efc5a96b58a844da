import { readFile } from 'node:fs/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import type { RecogniserSpec } from '../core/recogniser-spec.ts'
import { judgeRecogniser } from './judge-recogniser.ts'
import { RecogniserError } from './recogniser-error.ts'

/*
 * A process for one recogniser of somebody else: it loads it, lets it compute, and ends. While the network computes nothing else runs on its thread, so
 * the memory is watched from another one, which ends the process.
 */

export type TrialJob = { spec: RecogniserSpec; file: string; maxBytes: number }
/** The reason against the recogniser; null: there is none. */
export type TrialAnswer = { problem: string | null; isTooMuch?: boolean }

const answer = (message: TrialAnswer) => process.send?.(message, () => process.exit(0))

if (isMainThread)
  process.once('message', (job: TrialJob) => {
    const watch = new Worker(new URL(import.meta.url), { workerData: job.maxBytes })
    watch.once('online', () => void judge(job).then(answer))
  })
else
  setInterval(() => {
    if (process.memoryUsage.rss() > Number(workerData)) process.kill(process.pid, 'SIGKILL')
  }, 5)

async function judge({ spec, file }: TrialJob): Promise<TrialAnswer> {
  try {
    await judgeRecogniser(spec, await readFile(file))
    return { problem: null }
  } catch (error) {
    const problem = error instanceof RecogniserError ? error.message : String(error)
    // The machine has less than the network asks for: the runtime says it in words of its own.
    return { problem, isTooMuch: /allocate memory|bad_alloc/.test(problem) }
  }
}
