/** Callers that wait until no work is under way. */
export type Idleness = {
  /** Resolves once it is idle; rejects when the terminal stops. */
  wait(): Promise<void>
  /** Some work has ended: it may be idle now. */
  check(): void
  giveUp(): void
}

export function createIdleness(isIdle: () => boolean): Idleness {
  const waiters: PromiseWithResolvers<void>[] = []
  return {
    wait() {
      if (isIdle()) return Promise.resolve()
      const waiter = Promise.withResolvers<void>()
      waiters.push(waiter)
      return waiter.promise
    },
    check() {
      if (waiters.length === 0 || !isIdle()) return
      for (const waiter of waiters.splice(0)) waiter.resolve()
    },
    giveUp() {
      for (const waiter of waiters.splice(0)) waiter.reject(new Error('the terminal was stopped'))
    },
  }
}
