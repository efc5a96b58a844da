/*
 * Calls a relay for the page, which itself may call only its own server: this frame in it is served with a policy of
 * its own. It sends nothing to another machine but the number of seconds.
 */

const patienceMs = 3_000

addEventListener('message', ({ data: [address, seconds], origin, ports: [answer] }: MessageEvent<[string, number]>) => {
  if (origin !== location.origin) return
  openFor(address, seconds).then(
    () => answer?.postMessage(null),
    (error: unknown) => answer?.postMessage(error instanceof Error ? error.message : String(error)),
  )
})

/** Relays do not know CORS: they obey the request, and a page sees only that there was an answer. */
async function openFor(address: string, seconds: number): Promise<void> {
  const url = new URL(`http://${address}/`)
  url.searchParams.set('seconds', String(seconds))
  await fetch(url, { ...spaceOf(url), mode: 'no-cors', credentials: 'omit', signal: AbortSignal.timeout(patienceMs) })
}

/** From HTTPS, Chrome allows plain HTTP to machines of the own network, once the user has given the page permission. */
function spaceOf({ hostname }: URL): { targetAddressSpace?: 'local' } {
  const isElsewhere = !/^(localhost|127\.|\[::1\])/.test(hostname)
  return location.protocol === 'https:' && isElsewhere ? { targetAddressSpace: 'local' } : {}
}
