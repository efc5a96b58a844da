import { useEffect, useState } from 'react'

/** The list that is not to move under the pointer or the focus. */
const place = '.inside-list .list-body'

const isBusy = () => document.querySelector(place)?.matches(':hover, :focus-within') ?? false

type Place = {
  /** The filters and the page: another list is shown at once. */
  list: string
  /** Still the rows of the previous list. */
  isPlaceholder: boolean
}

/**
 * Keeps the rows as they are while the pointer or the focus is among them; they follow when it leaves, or by `take`. `isBehind`:
 * something has changed meanwhile.
 */
export function useSteady<T>(data: T | undefined, { list, isPlaceholder }: Place) {
  const [seen, setSeen] = useState({ data, list })
  const [kept, setKept] = useState<{ data: T } | null>(null)
  if (!isPlaceholder && (data !== seen.data || list !== seen.list)) {
    setSeen({ data, list })
    if (list !== seen.list) setKept(null)
    else if (kept === null && seen.data !== undefined && isBusy()) setKept({ data: seen.data })
  }
  const isBehind = kept !== null
  useEffect(() => {
    if (!isBehind) return
    const follow = () => {
      if (!isBusy()) setKept(null)
    }
    // The browser moves the hover and the focus after the event.
    const later = () => void setTimeout(follow)
    document.addEventListener('pointerover', later)
    document.addEventListener('focusin', later)
    return () => {
      document.removeEventListener('pointerover', later)
      document.removeEventListener('focusin', later)
    }
  }, [isBehind])
  return { shown: kept?.data ?? data, isBehind, take: () => setKept(null) }
}
