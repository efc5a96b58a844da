import { useSyncExternalStore } from 'react'

let place: HTMLElement | null = null
const listeners = new Set<() => void>()

/** A ref: where the list of a page puts its tools on a phone. */
export function placeListTools(element: HTMLElement | null) {
  place = element
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useListToolsPlace = () => useSyncExternalStore(subscribe, () => place)
