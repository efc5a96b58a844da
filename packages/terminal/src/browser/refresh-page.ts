/** The time that fetching a newer version of the page may take; later it waits for the next restart. */
const maxFetchMs = 120_000

/** Starts the page again, in its newest version if the server has one. */
export async function refreshPage(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/terminal')
  await registration?.update().catch(() => undefined) // the server is unavailable: the cached version starts again
  const next = registration?.installing ?? registration?.waiting
  // The very first one replaces no older one.
  if (next && registration?.active) await settled(next)
  location.reload()
}

/** Resolves once it has all its files and has taken over, or has failed. */
function settled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', look)
    setTimeout(resolve, maxFetchMs)
    look()
  })
}
