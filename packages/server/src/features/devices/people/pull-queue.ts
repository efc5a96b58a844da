import { AppError } from '@gatehouse/contract/errors.ts'

/**
 * The order in which devices get people when many ask at once. A device that only asks for changes never waits behind devices that
 * fetch whole lists: these are done a few at a time, a page of each in turn, since a device asks for one page after the other.
 */
export type PullQueue = {
  /** @throws AppError server.busy when too many wait already */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>
}

export type Lane = 'quick' | 'bulk'

/** The pool's connections for each lane, so that neither takes all. */
const atOnce = { quick: 6, bulk: 2 } as const satisfies Record<Lane, number>
const maxWaiting = 2_000

export function createPullQueue(): PullQueue {
  const lanes = { quick: createLane(atOnce.quick), bulk: createLane(atOnce.bulk) }
  return { run: (lane, work) => lanes[lane](work) }
}

function createLane(maxRunning: number) {
  const waiting: (() => void)[] = []
  let running = 0
  const next = () => {
    running--
    waiting.shift()?.()
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new AppError('server.busy', { seconds: 2 })
      await new Promise<void>((begin) => waiting.push(begin))
    }
    running++
    try {
      return await work()
    } finally {
      next()
    }
  }
}
