/*
 * The page of a steward keeps working while the phone has no network: this worker keeps its files, and nothing else. Its scope is that
 * page alone. The build writes the names of the files into it, so that each release is another worker with a store of its own.
 */

// To the compiler it is a module; the build takes this line away, because the browser runs it as a script.
export {}

const page = '/m/steward'
const files: readonly string[] = []
const version = ''
const prefix = 'steward-page-'
const store = prefix + version
/** Longer than a slow network needs, shorter than a steward waits who stands in the rain. */
const patienceMs = 4_000

/** The events of a worker, as far as this one uses them: the compiler knows pages only. */
type WorkerEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  request: Request
  respondWith: (response: Promise<Response>) => void
}
declare const skipWaiting: () => Promise<void>
declare const clients: { claim: () => Promise<void> }
const onEvent = (type: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- events of these types have these fields in a worker
  addEventListener(type, (event) => listener(event as WorkerEvent))

onEvent('install', (event) => event.waitUntil(keepFiles()))
onEvent('activate', (event) => event.waitUntil(dropOldStores()))
onEvent('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(newestPage(request))
  else if (files.includes(pathname)) event.respondWith(keptFile(pathname, request))
})

async function keepFiles() {
  const cache = await caches.open(store)
  await cache.addAll([page, ...files].map((path) => new Request(path, { cache: 'reload' })))
  await skipWaiting()
}

async function dropOldStores() {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== store)
  await Promise.all(old.map((name) => caches.delete(name)))
  await clients.claim()
}

/** The server's page, which may be a newer release; without an answer in time, the one that is kept. */
async function newestPage(request: Request): Promise<Response> {
  const kept = () => caches.match(page, { cacheName: store })
  const fresh = fetch(request).then((response) => (response.ok ? response : kept()), kept)
  const late = new Promise<Response | undefined>((resolve) => setTimeout(() => resolve(kept()), patienceMs))
  return (await Promise.race([fresh, late])) ?? (await fresh) ?? Response.error()
}

const keptFile = async (pathname: string, request: Request): Promise<Response> =>
  (await caches.match(pathname, { cacheName: store })) ?? fetch(request)
