import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'

type Loaded<T> =
  | { state: 'loading' }
  | { state: 'shown'; data: T }
  | { state: 'gone' }
  | { state: 'failed'; error: unknown }

/** Loads the data of a page, and again every `everyMs` while it asks for it; an unknown link is `gone`. */
export function useLoaded<T>(load: () => Promise<T>, everyMs: (data: T) => number | undefined = () => undefined) {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const refresh = useCallback(async () => {
    try {
      const data = await latest.current()
      setLoaded({ state: 'shown', data })
    } catch (error) {
      const isGone = error instanceof CallError && (error.status === 404 || error.status === 400)
      // The page keeps its content while the network is down.
      setLoaded((before) =>
        isGone ? { state: 'gone' } : before.state === 'shown' ? before : { state: 'failed', error },
      )
    }
  }, [])
  useEffect(() => void refresh(), [refresh])
  const pauseMs = loaded.state === 'shown' ? everyMs(loaded.data) : undefined
  useEffect(() => {
    if (pauseMs === undefined) return
    const timer = setInterval(() => void refresh(), pauseMs)
    return () => clearInterval(timer)
  }, [pauseMs, refresh])
  const show = useCallback((data: T) => setLoaded({ state: 'shown', data }), [])
  return { loaded, refresh, show }
}
