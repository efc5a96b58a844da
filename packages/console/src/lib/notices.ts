import { isInstalled, startAppWorker } from './app-worker.ts'

/** Whether this browser shows what happens outside of the page too; off until somebody wants it. */
const storageKey = 'notices'
const listeners = new Set<() => void>()

export const canShowNotices = () => 'Notification' in globalThis && isSecureContext

export const hasNotices = () =>
  canShowNotices() && localStorage.getItem(storageKey) === '1' && Notification.permission === 'granted'

export function onNotices(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const tell = () => {
  for (const listener of listeners) listener()
}

/** After a press only: the browser asks the person. False where they, or the browser, say no. */
export async function turnOnNotices(): Promise<boolean> {
  const isGranted = (await Notification.requestPermission()) === 'granted'
  if (isGranted) {
    localStorage.setItem(storageKey, '1')
    await startAppWorker()
  }
  tell()
  return isGranted
}

export function turnOffNotices() {
  localStorage.removeItem(storageKey)
  tell()
}

/** Starts the worker where it is of use; once, in the console. */
export function keepAppWorker() {
  if (isInstalled() || hasNotices()) void startAppWorker()
}

type Notice = { title: string; path: string; tag: string }

/** Shows a notice of the system while nobody looks at the page; there is one for each tag, however many pages are open. */
export async function showNotice({ title, path, tag }: Notice) {
  if (!hasNotices() || (!document.hidden && document.hasFocus())) return
  const registration = await startAppWorker()
  // The worker may still be installing: then it has not shown anything yet.
  if (!registration?.active) return
  await registration.showNotification(title, { tag, icon: '/icons/icon-192.png', data: { path } })
}
