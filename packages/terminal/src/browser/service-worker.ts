/*
 * Keeps all files of the terminal, so that it starts without the server. The build replaces the name below by the list
 * of files; another build has another list, and so another service worker, which fetches again.
 */
declare const terminalFiles: { version: string; files: string[]; runtimes: Record<string, string[]> }

type WorkerScope = {
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  addEventListener(
    type: 'fetch',
    listener: (event: {
      request: Request
      respondWith(answer: Promise<Response>): void
      waitUntil(work: Promise<unknown>): void
    }) => void,
  ): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { installing: unknown; waiting: unknown }
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of pages and of service workers exclude each other
const scope = globalThis as unknown as WorkerScope

/** The page tells which of the two runtimes it computes with; a browser needs only one. */
const runtime = new URL(location.href).searchParams.get('runtime') ?? 'plain'
const cacheName = `terminal-${terminalFiles.version}-${runtime}`
const page = '/terminal'

scope.addEventListener('install', (event) => event.waitUntil(keepFiles()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname.startsWith(`${page}/`)) event.respondWith(fromCache(url.pathname, request))
  else if (request.mode === 'navigate') {
    event.respondWith(fromCache(page, request))
    event.waitUntil(dropOlder())
  }
})

async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll([page, ...terminalFiles.files, ...(terminalFiles.runtimes[runtime] ?? [])])
  await scope.skipWaiting()
}

/** When the next page starts, and not before: the page that ran until then may have needed files of its own version. */
async function dropOlder(): Promise<void> {
  // A newer version is being fetched: not every other cache is older.
  if (scope.registration.installing || scope.registration.waiting) return
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('terminal-') && name !== cacheName).map((name) => caches.delete(name)),
  )
}

async function fromCache(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(path)) ?? (await caches.match(path)) ?? fetch(request)
}
