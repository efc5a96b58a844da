/*
 * Calls a relay for the page, which itself may speak to its own server only: the file of this worker is served with a policy
 * of its own. All that it says to another machine is for how many seconds.
 */

const patienceMs = 3_000

addEventListener('message', ({ data: [address, seconds] }: MessageEvent<[string, number]>) => {
  openFor(address, seconds).then(
    () => postMessage(null),
    (error: unknown) => postMessage(error instanceof Error ? error.message : String(error)),
  )
})

/** Relays know nothing of CORS: they do as they are asked, and a page sees no more than that there was an answer. */
async function openFor(address: string, seconds: number): Promise<void> {
  const url = new URL(`http://${address}/`)
  url.searchParams.set('seconds', String(seconds))
  await fetch(url, { ...localOnly, mode: 'no-cors', credentials: 'omit', signal: AbortSignal.timeout(patienceMs) })
}

/** From HTTPS, Chrome lets plain HTTP through to machines of the own network, once somebody has allowed it to the page. */
const localOnly = location.protocol === 'https:' ? { targetAddressSpace: 'local' } : {}
