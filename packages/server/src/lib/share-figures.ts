import { setTimeout as pause } from 'node:timers/promises'

export type SharedFigures<T> = {
  get(): Promise<T>
  /** Notes a change: the next caller gets figures that were read after this moment. */
  spoil(): void
}

type Pace = {
  /** Unchanged figures are shared for this time at most, since midnight comes and hints can be lost. */
  freshMs: number
  /** After a reading the next waits this long, and this many times as long as the reading took, so that its cost is limited. */
  restMs: number
  restFactor: number
  /** The wait is never longer than this, since a reading also takes long on a busy machine, and people look at the figures. */
  maxRestMs: number
}
const usualPace: Pace = { freshMs: 5_000, restMs: 500, restFactor: 20, maxRestMs: 5_000 }

/** Shares one reading between all callers at the same time, limits how often it reads, and never returns one from before a change. */
export function shareFigures<T>(read: () => Promise<T>, pace: Pace = usualPace): SharedFigures<T> {
  let last: { figures: T; endedAtMs: number; restMs: number } | undefined
  let isSpoilt = true
  let running: Promise<T> | undefined
  let waiting: Promise<T> | undefined

  const readNow = async (): Promise<T> => {
    const beganAtMs = performance.now()
    isSpoilt = false
    try {
      const figures = await read()
      const endedAtMs = performance.now()
      const restMs = Math.max(pace.restMs, (endedAtMs - beganAtMs) * pace.restFactor)
      last = { figures, endedAtMs, restMs: Math.min(restMs, pace.maxRestMs) }
      return figures
    } catch (error) {
      isSpoilt = true
      throw error
    } finally {
      running = undefined
    }
  }
  const readSoon = async (): Promise<T> => {
    // a caller for whom the present reading is too old waits for the next
    await running?.catch(() => undefined)
    const restMs = last ? last.endedAtMs + last.restMs - performance.now() : 0
    if (restMs > 0) await pause(restMs)
    waiting = undefined
    running = readNow()
    return running
  }
  return {
    async get() {
      if (last && !isSpoilt && !running && performance.now() - last.endedAtMs < pace.freshMs) return last.figures
      if (running && !isSpoilt) return running
      return (waiting ??= readSoon())
    },
    spoil() {
      isSpoilt = true
    },
  }
}
