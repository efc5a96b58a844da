import { useCallback, useEffect, useRef } from 'react'

const takesFocus = 'button:not(:disabled), a[href], [tabindex="0"]'
const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** An element and what stands beside it, the nearest first: below before above. */
type Place = { element: Element; beside: Element[] }

function placeOf(element: Element): Place {
  const siblings = [...(element.parentElement?.children ?? [])]
  const at = siblings.indexOf(element)
  return { element, beside: [...siblings.slice(at + 1), ...siblings.slice(0, at).toReversed()] }
}

function* controlsIn(elements: readonly Element[]): Generator<HTMLElement> {
  for (const element of elements) {
    if (element instanceof HTMLElement && element.matches(takesFocus)) yield element
    yield* element.querySelectorAll<HTMLElement>(takesFocus)
  }
}

/**
 * Remembers the control that has the focus. The function it gives tells whether that is gone, and puts a focus that is nowhere on the control
 * if it is there, else on the next action beside its place, or on the page.
 */
function rememberFocus(): () => boolean {
  const places: Place[] = []
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) places.push(placeOf(at))
  const own = places[0]?.element
  return () => {
    if (own === undefined) return false
    const isGone = !own.isConnected
    const left = places.findIndex(({ element }) => element.isConnected)
    const beside = places[left - 1]?.beside.filter(({ isConnected }) => isConnected) ?? []
    const around = places[left]?.element
    // a control that is hidden takes none
    for (const target of [...controlsIn([own, ...beside, ...(around ? [around] : [])]), document.querySelector('main')])
      if (isNowhere()) target?.focus({ preventScroll: true })
    return isGone
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

/**
 * For a question: the control that asks may go with what was done, before the question is gone or with a later answer of the server. To be
 * called when the question comes; the function it gives, when it goes.
 */
export function rememberAsker(): () => void {
  const give = rememberFocus()
  return () => {
    const end = new AbortController()
    const watch = new MutationObserver(() => isNowhere() && give())
    watch.observe(document.body, { childList: true, subtree: true })
    end.signal.addEventListener('abort', () => watch.disconnect())
    // a person who goes on is not followed any longer
    for (const sign of ['focusin', 'pointerdown']) addEventListener(sign, () => end.abort(), { signal: end.signal })
    if (isNowhere()) give()
  }
}
