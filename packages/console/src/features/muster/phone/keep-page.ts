/** Written by the build (`build/steward-worker.ts`), with the names of all files that the page consists of. */
const worker = { script: '/steward-worker.js', scope: '/m/steward', caches: 'steward-page-' }

/**
 * Has the browser keep the files of this page, so that it opens without a network. False where the browser cannot: on an address that
 * is not secure, or while developing.
 */
export async function keepPage(): Promise<boolean> {
  if (!isSecureContext || !('serviceWorker' in navigator) || import.meta.env.DEV) return false
  try {
    const { installing, waiting, active } = await navigator.serviceWorker.register(worker.script, {
      scope: worker.scope,
    })
    // `ready` could be the console's own worker, whose scope is around this page.
    return active !== null || (await isActivated(installing ?? waiting))
  } catch {
    return false
  }
}

const isActivated = (next: ServiceWorker | null) =>
  new Promise<boolean>((resolve) => {
    const look = () => {
      if (next?.state === 'activated') resolve(true)
      if (!next || next.state === 'redundant') resolve(false)
    }
    next?.addEventListener('statechange', look)
    look()
  })

/** Nothing of the page stays in the browser. */
export async function forgetPage() {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration(worker.scope)
  // without one of this page, that of the console around it is found
  if (registration?.scope === new URL(worker.scope, location.origin).href) await registration.unregister()
  for (const name of await caches.keys()) if (name.startsWith(worker.caches)) await caches.delete(name)
}
