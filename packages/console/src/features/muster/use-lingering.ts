import { useCallback, useEffect, useRef, useState } from 'react'

/** Long enough to see what was pressed, and to take it back in its place. */
const stayMs = 4_000
/** The second half of a double tap is not a wish to take the mark back. */
const doubleTapMs = 600

const nobody: ReadonlySet<string> = new Set()

/**
 * People who were just marked stay where they are: rows never move under the finger that marks the next one. They leave together once
 * nobody has touched the list for a while.
 */
export function useLingering() {
  const [ids, setIds] = useState(nobody)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pressed = useRef({ id: '', atMs: 0 })
  useEffect(() => () => clearTimeout(timer.current), [])
  const arm = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      setIds(nobody)
    }, stayMs)
  }, [])
  const linger = useCallback(
    (id: string) => {
      pressed.current = { id, atMs: performance.now() }
      setIds((before) => new Set(before).add(id))
      arm()
    },
    [arm],
  )
  /** For whatever tells that somebody is about to press. */
  const postpone = useCallback(() => {
    if (timer.current !== undefined) arm()
  }, [arm])
  const isDoubleTap = useCallback(
    (id: string) => pressed.current.id === id && performance.now() - pressed.current.atMs < doubleTapMs,
    [],
  )
  return { ids, linger, postpone, isDoubleTap }
}
