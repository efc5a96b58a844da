import { useEffectEvent, useLayoutEffect } from 'react'

/** Hears every key from the moment on in which its user is drawn: an effect after the drawing would miss one pressed at once. */
export function useDocumentKeys(press: (event: KeyboardEvent) => void) {
  const hear = useEffectEvent(press)
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
