/** Written by the build (`build/steward-worker.ts`), with the names of all files that the page consists of. */
const worker = { script: '/steward-worker.js', scope: '/m/steward', caches: 'steward-page-' }

/**
 * Has the browser keep the files of this page, so that it opens without a network. False where the browser cannot: on an address that
 * is not secure, or while developing.
 */
export async function keepPage(): Promise<boolean> {
  if (!isSecureContext || !('serviceWorker' in navigator) || import.meta.env.DEV) return false
  try {
    await navigator.serviceWorker.register(worker.script, { scope: worker.scope })
    await navigator.serviceWorker.ready
    return true
  } catch {
    return false
  }
}

/** Nothing of the page stays in the browser. */
export async function forgetPage() {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration(worker.scope)
  await registration?.unregister()
  for (const name of await caches.keys()) if (name.startsWith(worker.caches)) await caches.delete(name)
}
