import { startAppWorker } from './app-worker.ts'

export const canBePushed = () => 'PushManager' in globalThis

/** The address and keys by which the server reaches this browser. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

/** Subscribes this browser at the push service of its maker, with the key of our server. Undefined where it does not allow that. */
export async function subscribeToPush(publicKey: string): Promise<PushAddress | undefined> {
  const registration = await startAppWorker()
  if (!registration) return undefined
  try {
    await activeWorkerOf(registration)
    const options = { userVisibleOnly: true, applicationServerKey: publicKey }
    const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON()
    if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return undefined
    return { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] }
  } catch {
    return undefined
  }
}

/** A worker can be pushed to once it is active. */
const activeWorkerOf = ({ installing, waiting, active }: ServiceWorkerRegistration) =>
  new Promise<void>((resolve) => {
    const next = installing ?? waiting
    if (active || !next) return resolve()
    next.addEventListener('statechange', () => next.state === 'activated' && resolve())
  })

/** The push service forgets this browser: what is sent to it comes back as gone, and the server forgets it too. */
export async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** The id of this browser in the server's list, for its account. */
const storageKey = 'pushBrowser'
export const ownPushBrowser = () => localStorage.getItem(storageKey)
export function keepPushBrowser(id: string | null) {
  if (id === null) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, id)
}
