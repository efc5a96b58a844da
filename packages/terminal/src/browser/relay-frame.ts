/*
 * Calls a relay for the page, which itself may speak to its own server only: this frame in it is served with a policy of its
 * own. All that it says to another machine is for how many seconds.
 */

const patienceMs = 3_000

addEventListener('message', ({ data: [address, seconds], origin, ports: [answer] }: MessageEvent<[string, number]>) => {
  if (origin !== location.origin) return
  openFor(address, seconds).then(
    () => answer?.postMessage(null),
    (error: unknown) => answer?.postMessage(error instanceof Error ? error.message : String(error)),
  )
})

/** Relays know nothing of CORS: they do as they are asked, and a page sees no more than that there was an answer. */
async function openFor(address: string, seconds: number): Promise<void> {
  const url = new URL(`http://${address}/`)
  url.searchParams.set('seconds', String(seconds))
  await fetch(url, { ...spaceOf(url), mode: 'no-cors', credentials: 'omit', signal: AbortSignal.timeout(patienceMs) })
}

/** From HTTPS, Chrome lets plain HTTP through to machines of the own network, once somebody has allowed it to the page. */
function spaceOf({ hostname }: URL): { targetAddressSpace?: 'local' } {
  const isElsewhere = !/^(localhost|127\.|\[::1\])/.test(hostname)
  return location.protocol === 'https:' && isElsewhere ? { targetAddressSpace: 'local' } : {}
}
