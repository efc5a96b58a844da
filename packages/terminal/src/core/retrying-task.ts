import { backOffMs } from '../lib/back-off.ts'
import type { Clock } from '../lib/clock.ts'
import { LinkError } from '../link/link-error.ts'

export type RetryingTaskOptions = {
  readonly name: string
  /** One complete attempt. Throws if it did not succeed; must end soon after the signal is aborted. */
  work(signal: AbortSignal): Promise<void>
  readonly clock: Clock
  /** Called after every run and when waiting begins. */
  onChange?(): void
  /** Called with each failure; `failures` counts those in a row. */
  onFailure?(error: unknown, failures: number): void
  onSuccess?(failuresBefore: number): void
}

/** Work that is repeated until it has succeeded: never twice at a time, again after a pause when it failed. */
export type RetryingTask = {
  readonly name: string
  /** There is something to do. While a pause after a failure lasts, that pause is kept. */
  schedule(): void
  /** There is something to do and it is likely to succeed now: a pause is cut short. */
  runNow(): void
  /** It is likely to succeed now: a pause, if one lasts, is cut short. */
  skipPause(): void
  /**
   * Like `runNow`, and resolves once a run that starts from then on has succeeded. Rejects with the error when a run
   * fails and the next would start after `patienceMs`.
   */
  runUntilDone(patienceMs?: number): Promise<void>
  /** Nothing is running, requested or waiting for a retry. */
  readonly isIdle: boolean
  /** Ends the task for good; resolves when the present run has ended. */
  stop(): Promise<void>
}

type Waiter = PromiseWithResolvers<void> & {
  readonly untilMs: number
}

/** The pause after this number of failures in a row; longer if the server asks for that. */
function pauseAfter(error: unknown, failures: number): number {
  const asked = error instanceof LinkError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(asked, backOffMs(failures))
}

/** Rejects those for whom the next run comes too late; gives the others. */
function rejectImpatient(waiters: readonly Waiter[], error: unknown, nextAtMs: number): Waiter[] {
  for (const waiter of waiters) if (nextAtMs > waiter.untilMs) waiter.reject(error)
  return waiters.filter(({ untilMs }) => nextAtMs <= untilMs)
}

export function createRetryingTask(options: RetryingTaskOptions): RetryingTask {
  const { name, work, clock, onChange, onFailure, onSuccess } = options
  const stopping = new AbortController()
  let isWanted = false
  let running: Promise<void> | undefined
  let endPause: (() => void) | undefined
  let failures = 0
  let waiters: Waiter[] = []

  function begin(): void {
    endPause?.()
    endPause = undefined
    if (stopping.signal.aborted || running) return
    isWanted = false
    const served = waiters
    waiters = []
    running = runOnce(served).finally(() => {
      running = undefined
      if (isWanted && !endPause) begin()
      onChange?.()
    })
  }

  async function runOnce(served: readonly Waiter[]): Promise<void> {
    try {
      await work(stopping.signal)
      const failuresBefore = failures
      failures = 0
      for (const waiter of served) waiter.resolve()
      onSuccess?.(failuresBefore)
    } catch (error) {
      failures++
      const pauseMs = pauseAfter(error, failures)
      const nextAtMs = stopping.signal.aborted ? Infinity : clock.nowMs() + pauseMs
      waiters.push(...rejectImpatient(served, error, nextAtMs))
      if (stopping.signal.aborted) return
      isWanted = true
      endPause = clock.after(pauseMs, goOn)
      onFailure?.(error, failures)
    }
  }

  /**
   * A function made where the error is caught would hold it, and the next error that one, and so on for the whole
   * outage.
   */
  function goOn(): void {
    endPause = undefined
    begin()
  }

  function runNow(): void {
    if (stopping.signal.aborted) return
    isWanted = true
    if (!running) begin()
  }

  return {
    name,
    schedule() {
      if (stopping.signal.aborted) return
      isWanted = true
      if (!running && !endPause) begin()
    },
    runNow,
    skipPause() {
      if (endPause) begin()
    },
    runUntilDone(patienceMs = 0) {
      if (stopping.signal.aborted) return Promise.reject(new Error(`${name} was stopped`))
      const waiter = { ...Promise.withResolvers<void>(), untilMs: clock.nowMs() + patienceMs }
      waiters.push(waiter)
      runNow()
      return waiter.promise
    },
    get isIdle() {
      return !running && !isWanted
    },
    async stop() {
      stopping.abort()
      endPause?.()
      isWanted = false
      for (const waiter of waiters.splice(0)) waiter.reject(new Error(`${name} was stopped`))
      await running
    },
  }
}
