/** Callers that wait until nothing is under way any more. */
export type Idleness = {
  /** Resolves once it is so; rejects when the terminal stops. */
  wait(): Promise<void>
  /** Something has ended: it may be so now. */
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
