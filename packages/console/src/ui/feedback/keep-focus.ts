import { useCallback, useEffect, useRef } from 'react'

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/**
 * Remembers the control that has the focus. The function it gives tells whether that is gone, and then puts a focus that is nowhere on the
 * next action in what is left around it, or on the page.
 */
function rememberFocus(): () => boolean {
  const around: Element[] = []
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) around.push(at)
  const [own] = around
  return () => {
    if (own === undefined || own.isConnected) return false
    const left = around.find(({ isConnected }) => isConnected)
    const next = left?.querySelector<HTMLElement>('button:not(:disabled), a[href], [tabindex="0"]')
    // a control that is hidden takes none
    for (const target of [next, document.querySelector('main')]) if (isNowhere()) target?.focus({ preventScroll: true })
    return true
  }
}

/** For a button that goes once `state` has become another one: to be called when it is pressed. */
export function useKeepsFocus(state: unknown): () => void {
  const give = useRef<() => boolean>(undefined)
  useEffect(() => {
    if (give.current?.() === true) give.current = undefined
  }, [state])
  return useCallback(() => {
    give.current = rememberFocus()
  }, [])
}
