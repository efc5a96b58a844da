import { useEffect, useSyncExternalStore } from 'react'

let shown: string | undefined
const listeners = new Set<() => void>()
const set = (name: string | undefined) => {
  shown = name
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells the frame the name of the thing that the page is about, as long as the page is there; undefined: nothing. */
export function useNamesPage(name: string | undefined) {
  useEffect(() => {
    if (name === undefined) return
    set(name)
    return () => set(undefined)
  }, [name])
}

/** The name of the thing that the page is about: breadcrumbs and the tab of the browser end in it. */
export const usePageName = () => useSyncExternalStore(subscribe, () => shown)
