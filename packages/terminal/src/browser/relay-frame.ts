/*
 * Calls a relay for the page, which itself may call only its own server: this frame in it is served with a policy of
 * its own. It sends nothing to another machine but the number of seconds and that of the output.
 */

const patienceMs = 3_000

type Asked = [address: string, seconds: number, output: number | undefined]

addEventListener('message', ({ data, origin, ports: [answer] }: MessageEvent<Asked>) => {
  if (origin !== location.origin) return
  openFor(...data).then(
    () => answer?.postMessage(null),
    (error: unknown) => answer?.postMessage(error instanceof Error ? error.message : String(error)),
  )
})

/** Relays do not know CORS: they obey the request, and a page sees only that there was an answer. */
async function openFor(...[address, seconds, output]: Asked): Promise<void> {
  const url = new URL(`http://${address}/`)
  url.searchParams.set('seconds', String(seconds))
  if (output !== undefined) url.searchParams.set('output', String(output))
  await fetch(url, { ...spaceOf(url), mode: 'no-cors', credentials: 'omit', signal: AbortSignal.timeout(patienceMs) })
}

/** From HTTPS, Chrome allows plain HTTP to machines of the own network, once the user has given the page permission. */
function spaceOf({ hostname }: URL): { targetAddressSpace?: 'local' } {
  const isElsewhere = !/^(localhost|127\.|\[::1\])/.test(hostname)
  return location.protocol === 'https:' && isElsewhere ? { targetAddressSpace: 'local' } : {}
}
