import { lazy, useEffect } from 'react'

const loadPanel = () => import('./door-panel.tsx')
const loadRecord = () => import('./event-record.tsx')

/* The door and the event that somebody chooses: their files come after the doors are there, and before anybody has chosen. */
export const DoorPanel = lazy(async () => ({ default: (await loadPanel()).DoorPanel }))
export const EventRecord = lazy(async () => ({ default: (await loadRecord()).EventRecord }))

/** Loads them once the page has nothing else to do. */
export function useLaterParts() {
  useEffect(() => {
    const load = () => void Promise.allSettled([loadPanel(), loadRecord()])
    const idle = globalThis.requestIdleCallback
    if (idle === undefined) return load()
    const handle = idle(load, { timeout: 2_000 })
    return () => cancelIdleCallback(handle)
  }, [])
}
