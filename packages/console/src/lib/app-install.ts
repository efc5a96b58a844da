/** Not every browser asks so: others install from a menu of their own. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }
const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event

let kept: InstallPrompt | undefined
const listeners = new Set<() => void>()
const set = (next: InstallPrompt | undefined) => {
  kept = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer to install the console for a press on a button, which may come later and on another page. */
export function keepInstallPrompt() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isPrompt(event)) set(event)
  })
  addEventListener('appinstalled', () => set(undefined))
}

export const canInstall = () => kept !== undefined

export function onInstallOffer(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** An offer can be used once. */
export async function installApp() {
  const prompt = kept
  set(undefined)
  await prompt?.prompt()
}
