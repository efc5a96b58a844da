import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { QualityLevel } from '../core/check-portrait.ts'
import { FaceError } from '../core/face-error.ts'
import type { RecogniserSource } from '../core/recogniser-spec.ts'
import { decodingBytes, decodingLimit, saysTooLarge } from './decoding-memory.ts'
import type {
  Analysis,
  CheckedPortrait,
  EmbeddedPortrait,
  FaceJob,
  FaceResults,
  JobMessage,
  OptionalChecks,
  WorkerMessage,
} from './face-jobs.ts'

export interface FacePoolOptions {
  /** The result of `ensureModels`. */
  readonly modelsFolder: string
  /** One less than the number of cores by default, at least 1. Each takes about 140 MB once it has worked, and up to 512 MB more while it reads a HEIC: all together no more than `decodingMemory`. */
  readonly workers?: number
  /** Pictures that may wait; the next one is refused with `face.busy`. 100 by default. */
  readonly queueLimit?: number
  /** The limit for waiting and the limit for working. 10 s by default. */
  readonly jobTimeoutMs?: number
  /** The bytes that all pictures may take that are decoded at once; one alone is decoded whatever it takes. `decodingLimit()` by default. */
  readonly decodingMemory?: number
  /** The recogniser of new portraits and looks, asked for each picture; undefined: the built-in one. */
  readonly recogniser?: () => RecogniserSource | undefined
}

/**
 * The face engine on threads of its own. Every function rejects with FaceError: `image.unreadable`, `image.too-large`,
 * `face.busy`, `face.timed-out`, `face.worker-failed`, `face.closed`. Bytes are those of a JPEG, PNG, WebP, AVIF or HEIC file.
 */
export interface FacePool {
  /** Threads that work at once, at most. */
  readonly workers: number
  /**
   * Checks a portrait to enrol, and describes its face; a portrait that passes comes back at most `keptSide` long, if
   * that is given.
   */
  checkPortrait(bytes: Uint8Array, level: QualityLevel, keptSide?: number): Promise<CheckedPortrait>
  /** Finds all faces, and describes the largest; with its liveness and its eyes unless only one or neither is asked for. */
  analyse(bytes: Uint8Array, checks?: OptionalChecks, recogniser?: RecogniserSource): Promise<Analysis>
  /** Loads a recogniser and lets it describe a drawn face; rejects with `face.worker-failed` where it cannot be run. */
  tryRecogniser(recogniser: RecogniserSource): Promise<null>
  /** The main face of a stored portrait by a recogniser, averaged with its mirror image; undefined: the built-in one. */
  embed(bytes: Uint8Array, recogniser: RecogniserSource | undefined): Promise<EmbeddedPortrait>
  /** One JPEG for each side: at most that long, upright, without metadata, never enlarged. */
  resize(bytes: Uint8Array, sides: readonly number[]): Promise<Uint8Array[]>
  /** Rejects the waiting pictures and ends the threads. */
  close(): Promise<void>
}

interface Task {
  readonly job: FaceJob
  /** The bytes that decoding its picture takes. */
  readonly memory: number
  /** When it was asked for, on the clock of `performance`. */
  readonly since: number
  readonly resolve: (result: never) => void
  readonly reject: (error: FaceError) => void
  timer: NodeJS.Timeout
}

/** After this share of the limit for waiting a picture lets no other one pass it. */
const shareOfPatience = 0.3

interface PoolWorker {
  readonly thread: Worker
  task: Task | undefined
  isReady: boolean
}

/**
 * Starts no thread before there is work, and never more than there is work for. Idle threads do not keep the process
 * alive. A thread that dies or takes too long costs only the picture it was at; the next picture gets a new one.
 */
export function createFacePool({
  modelsFolder,
  workers: workerLimit = Math.max(1, availableParallelism() - 1),
  queueLimit = 100,
  jobTimeoutMs = 10_000,
  decodingMemory = decodingLimit(),
  recogniser = () => undefined,
}: FacePoolOptions): FacePool {
  const workers = new Set<PoolWorker>()
  const waiting: Task[] = []
  let isClosed = false
  /** The bytes of pictures whose threads are ending. */
  let givenUp = 0
  let lastId = 0

  function ask<Kind extends FaceJob['kind']>(job: Extract<FaceJob, { kind: Kind }>): Promise<FaceResults[Kind]> {
    if (isClosed) return Promise.reject(new FaceError('face.closed', 'the face pool is closed'))
    // It waits for no memory that nobody will ever give it.
    if ('bytes' in job && saysTooLarge(job.bytes))
      return Promise.reject(
        new FaceError('image.too-large', 'its first bytes say that it has more pixels than are read'),
      )
    if (waiting.length >= queueLimit)
      return Promise.reject(new FaceError('face.busy', `${queueLimit} pictures are waiting already`))
    return new Promise<FaceResults[Kind]>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(task), 1)
        reject(new FaceError('face.busy', `no worker and no memory was free within ${jobTimeoutMs} ms`))
      }, jobTimeoutMs)
      const memory = 'bytes' in job ? decodingBytes(job.bytes) : 0
      const task: Task = { job, memory, since: performance.now(), resolve, reject, timer }
      waiting.push(task)
      handOut()
    })
  }

  function handOut(): void {
    for (const worker of workers) if (worker.isReady && !worker.task) giveNext(worker)
    const starting = [...workers].filter((worker) => !worker.isReady).length
    if (waiting.length > starting && workers.size < workerLimit && placeOfNext() >= 0) startWorker()
  }

  /**
   * The first picture for which there is memory: a large one waits, and small ones behind it do not wait with it, or only once its own time is
   * running out: otherwise they could go on for ever.
   */
  function placeOfNext(): number {
    let taken = givenUp
    for (const { task } of workers) taken += task?.memory ?? 0
    const impatient = performance.now() - jobTimeoutMs * shareOfPatience
    const place = waiting.findIndex(
      ({ memory, since }) => taken === 0 || taken + memory <= decodingMemory || since < impatient,
    )
    const next = waiting[place]
    return next && (taken === 0 || taken + next.memory <= decodingMemory) ? place : -1
  }

  function giveNext(worker: PoolWorker): void {
    const place = placeOfNext()
    const [task] = place < 0 ? [] : waiting.splice(place, 1)
    if (!task) return
    clearTimeout(task.timer)
    task.timer = setTimeout(() => {
      workers.delete(worker) // dying: it gets no further picture
      settle(worker)?.reject(new FaceError('face.timed-out', `no answer within ${jobTimeoutMs} ms`))
      // Its memory is free once the thread has ended.
      givenUp += task.memory
      void worker.thread.terminate().finally(() => {
        givenUp -= task.memory
        if (!isClosed) handOut()
      })
    }, jobTimeoutMs)
    worker.task = task
    worker.thread.ref()
    worker.thread.postMessage({ id: ++lastId, job: task.job } satisfies JobMessage)
  }

  function startWorker(): void {
    const thread = new Worker(new URL('./face-worker.ts', import.meta.url), { workerData: modelsFolder, execArgv: [] })
    const worker: PoolWorker = { thread, task: undefined, isReady: false }
    let failure = 'the face worker ended'
    workers.add(worker)
    thread.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') worker.isReady = true
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker answers the kind it was asked
      else if (message.kind === 'done') settle(worker)?.resolve(message.result as never)
      else settle(worker)?.reject(new FaceError(message.code, message.message))
      handOut()
      if (!worker.task) thread.unref()
    })
    thread.on('error', (error) => {
      failure = `the face worker failed: ${error instanceof Error ? error.message : String(error)}`
    })
    thread.on('exit', () => {
      workers.delete(worker)
      // A worker that never got ready takes the picture it was started for with it, or it would be started for ever.
      const lost = worker.isReady ? settle(worker) : waiting.shift()
      if (lost) clearTimeout(lost.timer)
      lost?.reject(new FaceError('face.worker-failed', failure))
      if (!isClosed) handOut()
    })
  }

  return {
    workers: workerLimit,
    checkPortrait: (bytes, level, keptSide) =>
      ask<'checkPortrait'>({
        kind: 'checkPortrait',
        bytes,
        level,
        ...(keptSide !== undefined && { keptSide }),
        recogniser: recogniser(),
      }),
    analyse: (bytes, checks = { liveness: true, eyes: true }, other = recogniser()) =>
      ask<'analyse'>({ kind: 'analyse', bytes, checks, recogniser: other }),
    tryRecogniser: (other) => ask<'try'>({ kind: 'try', recogniser: other }),
    embed: (bytes, other) => ask<'embed'>({ kind: 'embed', bytes, recogniser: other }),
    resize: (bytes, sides) => ask<'resize'>({ kind: 'resize', bytes, sides }),
    async close() {
      isClosed = true
      const closed = new FaceError('face.closed', 'the face pool is closed')
      for (const task of waiting.splice(0)) {
        clearTimeout(task.timer)
        task.reject(closed)
      }
      for (const worker of workers) settle(worker)?.reject(closed)
      await Promise.all([...workers].map((worker) => worker.thread.terminate()))
    },
  }
}

/** Takes the task off the worker: the caller of this function answers it, once. */
function settle(worker: PoolWorker): Task | undefined {
  const { task } = worker
  if (task) clearTimeout(task.timer)
  worker.task = undefined
  return task
}
