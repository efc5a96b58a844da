/** What moves the bolt. */
export interface Relay {
  open(forWhom: string, seconds: number): Promise<void>
  close(): Promise<void>
}

/** A door that says what it does. */
export const printingRelay = (print: (line: string) => void): Relay => ({
  async open(forWhom) {
    print(`door opened for ${forWhom}`)
  },
  async close() {
    print('door closed')
  },
})

/**
 * A relay on the network that closes by itself: `GET url` with `{seconds}` replaced. Rejects where it does not answer
 * with 200 within 3 s.
 */
export const httpRelay = (url: string): Relay => ({
  async open(_forWhom, seconds) {
    const address = url.replaceAll('{seconds}', String(seconds))
    const response = await fetch(address, { signal: AbortSignal.timeout(3_000), redirect: 'error' })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the relay answered ${response.status}`)
  },
  async close() {},
})

/** One after the other; all are tried. */
export const relays = (...all: readonly Relay[]): Relay => ({
  async open(forWhom, seconds) {
    throwFirst(await Promise.allSettled(all.map((relay) => relay.open(forWhom, seconds))))
  },
  async close() {
    throwFirst(await Promise.allSettled(all.map((relay) => relay.close())))
  },
})

function throwFirst(outcomes: readonly PromiseSettledResult<void>[]): void {
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
