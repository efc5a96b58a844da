import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** False once the device knows that it has no network; true says little, as a network may lead nowhere. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)
