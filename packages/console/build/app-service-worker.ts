/*
 * The worker of the console where it is installed or has notices turned on. It keeps one page, which says that there is no network, and
 * never an answer, a picture or a file of the console: nothing that it shows can be out of date. It shows what is pushed and opens
 * what a notice is about. Terminals and stewards have workers of their own, within narrower scopes.
 */

// To the compiler it is a module; the build takes this line away, because the browser runs it as a script.
export {}

const version = ''
const prefix = 'no-network-'
const store = prefix + version
const page = '/no-network.html'
const kept = [page, '/no-network.js']
/** Pages within the scope that are not the console's. */
const otherPages = /^\/(api|device\/v\d|docs|m|mqtt|openapi|public|terminal)([/?]|$)/

/** The events of a worker, as far as this one uses them: the compiler knows pages only. */
type WorkerEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
  data: { json: () => unknown } | null
  notification: Notification
}
type WindowClient = { url: string; focus: () => Promise<WindowClient>; navigate: (url: string) => Promise<unknown> }
declare const skipWaiting: () => Promise<void>
declare const registration: ServiceWorkerRegistration
declare const clients: {
  claim: () => Promise<void>
  matchAll: (options: { type: 'window' }) => Promise<WindowClient[]>
  openWindow: (url: string) => Promise<unknown>
}
type EventName = 'install' | 'activate' | 'fetch' | 'push' | 'notificationclick'
const onEvent = (type: EventName, listener: (event: WorkerEvent) => void) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- events of these types have these fields in a worker
  addEventListener(type, (event) => listener(event as WorkerEvent))

onEvent('install', (event) => event.waitUntil(keepPage()))
onEvent('activate', (event) => event.waitUntil(begin()))
onEvent('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && !otherPages.test(pathname)) event.respondWith(newestPage(event))
  else if (kept.includes(pathname)) event.respondWith(fetch(request).catch(() => keptFile(pathname)))
})
onEvent('push', (event) => event.waitUntil(showPushed(event.data?.json())))
onEvent('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

async function keepPage() {
  const cache = await caches.open(store)
  await cache.addAll(kept.map((path) => new Request(path, { cache: 'reload' })))
  await skipWaiting()
}

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== store)
  await Promise.all(old.map((name) => caches.delete(name)))
  // The page is asked for while this worker still starts.
  await registration.navigationPreload?.enable()
  await clients.claim()
}

async function newestPage({ request, preloadResponse }: WorkerEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return keptFile(page)
  }
}

const keptFile = async (path: string): Promise<Response> =>
  (await caches.match(path, { cacheName: store })) ?? Response.error()

/** A text and an address of this console: what is pushed comes from the server, encrypted for this browser alone. */
async function showPushed(data: unknown) {
  const { title, body, path, tag }: { title?: unknown; body?: unknown; path?: unknown; tag?: unknown } =
    typeof data === 'object' && data !== null ? data : {}
  await registration.showNotification(typeof title === 'string' ? title : 'Gatehouse', {
    ...(typeof body === 'string' && { body }),
    ...(typeof tag === 'string' && { tag }),
    icon: '/icons/icon-192.png',
    data: { path },
  })
}

/** An open console goes there; without one a new window does. */
async function open(data: unknown) {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  const url = new URL(typeof path === 'string' ? path : '/', location.origin)
  if (url.origin !== location.origin) return
  const windows = await clients.matchAll({ type: 'window' })
  const console = windows.find((window) => !otherPages.test(new URL(window.url).pathname))
  if (!console) return void (await clients.openWindow(url.href))
  await console.focus()
  await console.navigate(url.href)
}
