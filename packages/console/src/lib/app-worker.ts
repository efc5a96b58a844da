/** Written by the build (`build/app-worker.ts`). */
const worker = { script: '/app-worker.js', scope: '/' }

/** Started from its icon, in a window of its own. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Only a page of a secure address has workers, and only a built one has ours. */
export const canHaveWorker = () => isSecureContext && 'serviceWorker' in navigator && !import.meta.env.DEV

/**
 * Registers the worker of the console, or gives the one that is there: where the console is installed, or notices are on. A newer one takes
 * over by itself, and changes nothing on an open page.
 */
export async function startAppWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!canHaveWorker()) return undefined
  try {
    return await navigator.serviceWorker.register(worker.script, { scope: worker.scope, updateViaCache: 'none' })
  } catch {
    // private windows and some settings allow none
    return undefined
  }
}
