/** Longer than the frame waits for the relay. */
const patienceMs = 6_000
let opening: Promise<Window> | undefined

/**
 * Calls the relay without the server, through a frame that may call it. Resolves once the relay has answered, whatever
 * its answer is.
 */
export async function callRelay(address: string, seconds: number, output?: number): Promise<void> {
  const frame = await (opening ??= openFrame())
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', ({ data }: MessageEvent<string | null>) =>
    data === null ? resolve() : reject(new Error(data)),
  )
  port1.start()
  frame.postMessage([address, seconds, output], location.origin, [port2])
  const timer = setTimeout(() => reject(new Error('the frame for the relay does not answer')), patienceMs)
  return promise.finally(() => {
    clearTimeout(timer)
    port1.close()
  })
}

function openFrame(): Promise<Window> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe')
    Object.assign(frame, { src: '/terminal/relay.html', hidden: true, title: 'relay' })
    frame.addEventListener('load', () => frame.contentWindow && resolve(frame.contentWindow))
    document.body.append(frame)
  })
}

/**
 * Chrome asks the user once whether this page may call machines of the own network: better during the set-up of the
 * relay than before a door that stays closed. Nought seconds open nothing.
 */
export async function askForRelay(address: string): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types do not know this permission yet
  const name = 'local-network-access' as PermissionName
  const permission = await navigator.permissions.query({ name }).catch(() => null)
  if (location.protocol === 'https:' && permission?.state === 'prompt') await callRelay(address, 0)
}
