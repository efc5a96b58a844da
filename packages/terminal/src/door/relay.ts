/** The switch that moves the bolt. */
export type Relay = {
  open(forWhom: string, seconds: number): Promise<void>
  /** Open until `close`. */
  hold(): Promise<void>
  close(): Promise<void>
}

/** A door that prints its actions. */
export const printingRelay = (print: (line: string) => void): Relay => ({
  async open(forWhom) {
    print(`door opened for ${forWhom}`)
  },
  async hold() {
    print('door held open')
  },
  async close() {
    print('door closed')
  },
})

/** An output of an elevator that prints its actions. */
export const printingFloorRelay =
  (print: (line: string) => void) =>
  (output: number): Relay => ({
    async open(forWhom) {
      print(`floor output ${output} released for ${forWhom}`)
    },
    async hold() {
      print(`floor output ${output} held released`)
    },
    async close() {
      print(`floor output ${output} locked`)
    },
  })

/** The relays of floors at an address of the network with `{output}` in it. */
export const httpFloorRelay =
  (url: string) =>
  (output: number): Relay =>
    httpRelay(url.replaceAll('{output}', String(output)))

/**
 * A relay on the network that closes by itself: `GET url` with `{seconds}` replaced. Rejects if it does not answer with
 * 200 within 3 s.
 */
export function httpRelay(url: string): Relay {
  const openFor = async (seconds: number) => {
    const address = url.replaceAll('{seconds}', String(seconds))
    const response = await fetch(address, { signal: AbortSignal.timeout(3_000), redirect: 'error' })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the relay answered ${response.status}`)
  }
  const relay = timedRelay(openFor)
  if (url.includes('{seconds}')) return relay
  const hold = async () => {
    throw new Error('this relay cannot be held open: its address takes no {seconds}')
  }
  return { ...relay, hold }
}

/** A relay that gets the number of seconds. */
export function timedRelay(openFor: (seconds: number) => Promise<void>): Relay {
  let isHeld = false
  return {
    open: (_forWhom, seconds) => openFor(seconds),
    async hold() {
      await openFor(heldSeconds)
      isHeld = true
    },
    async close() {
      if (isHeld) await openFor(0)
      isHeld = false
    },
  }
}

/** The wire has no "for ever". */
const heldSeconds = 86_400

/** The relay that the settings name at the moment: one on the network, or the terminal's own. */
export const settableRelay = (
  own: Relay,
  networkAddress: () => string | null,
  connect: (address: string) => Relay,
): Relay => {
  let network: { address: string; relay: Relay } | undefined
  const chosen = () => {
    const address = networkAddress()
    if (address === null) return own
    if (network?.address !== address) network = { address, relay: connect(address) }
    return network.relay
  }
  return {
    open: (forWhom, seconds) => chosen().open(forWhom, seconds),
    hold: () => chosen().hold(),
    close: () => chosen().close(),
  }
}

/** One after the other; all are tried. */
export const relays = (...all: readonly Relay[]): Relay => ({
  async open(forWhom, seconds) {
    throwFirst(await Promise.allSettled(all.map((relay) => relay.open(forWhom, seconds))))
  },
  async hold() {
    throwFirst(await Promise.allSettled(all.map((relay) => relay.hold())))
  },
  async close() {
    throwFirst(await Promise.allSettled(all.map((relay) => relay.close())))
  },
})

function throwFirst(outcomes: readonly PromiseSettledResult<void>[]): void {
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
