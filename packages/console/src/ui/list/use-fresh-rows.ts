import { useEffect, useRef, useState } from 'react'

type Row = { id: string }
type Page<R extends Row> = { items: readonly R[]; next: string | null }

/** Above this the person is reading further down, and rows must not move under the pointer. */
const topPixels = 40
const highlightMs = 2_000

type Place = {
  /** Which list it is: filters and page. Another one is shown at once. */
  list: string
  /** Older pages never change. */
  isNewest: boolean
  /** Still the rows of the previous list: nothing to compare yet. */
  isPlaceholder: boolean
}

/**
 * New rows come in at the top by themselves while nobody works with the newest page. While the pointer or the focus is on
 * its rows, or somebody reads further down, the rows stay and the number of new ones is told, to be taken in by a click.
 */
export function useFreshRows<R extends Row>(page: Page<R> | undefined, { list, isNewest, isPlaceholder }: Place) {
  const [seen, setSeen] = useState({ page, list })
  const [shown, setShown] = useState(page)
  if (!isPlaceholder && (page !== seen.page || list !== seen.list)) {
    setSeen({ page, list })
    const isSame = list === seen.list && seen.page !== undefined && isNewest
    const known = new Set(shown?.items.map(({ id }) => id))
    const hasNew = page?.items.some(({ id }) => !known.has(id)) ?? false
    if (!isSame || !hasNew || !mustStay()) setShown(page)
  }
  const known = new Set(shown?.items.map(({ id }) => id))
  const waiting = shown === page || isPlaceholder ? 0 : (page?.items ?? []).filter(({ id }) => !known.has(id)).length
  useEffect(() => {
    if (waiting === 0) return
    const look = () => {
      if (!mustStay()) setShown(page)
    }
    // the focus is nowhere for a moment while it goes from one element to the next
    const later = () => setTimeout(look)
    document.addEventListener('pointerover', look)
    document.addEventListener('focusout', later)
    return () => {
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusout', later)
    }
  }, [waiting, page])
  return { shown, waiting, take: () => setShown(page), highlighted: useHighlighted(shown, list) }
}

/** The rows that joined a list which was shown already, for as long as they are pointed out. */
function useHighlighted<R extends Row>(shown: Page<R> | undefined, list: string): ReadonlySet<string> {
  const [highlighted, setHighlighted] = useState<ReadonlySet<string>>(new Set())
  const before = useRef<{ list: string; ids: ReadonlySet<string> } | null>(null)
  useEffect(() => {
    if (!shown) return
    const earlier = before.current
    const ids = shown.items.map(({ id }) => id)
    before.current = { list, ids: new Set(ids) }
    if (earlier?.list !== list) return
    const added = ids.filter((id) => !earlier.ids.has(id))
    // a page of nothing but new rows says nothing by its colour
    if (added.length === 0 || added.length === ids.length) return
    // a moment later, so that the row is there before it is pointed out
    const start = setTimeout(() => setHighlighted(new Set(added)))
    const end = setTimeout(() => setHighlighted(new Set()), highlightMs)
    return () => {
      clearTimeout(start)
      clearTimeout(end)
    }
  }, [shown, list])
  return highlighted
}

/** Somebody reads further down, or has the pointer or the focus on a row. */
function mustStay(): boolean {
  const frame = document.querySelector('.list-frame')
  if (window.scrollY >= topPixels || (frame?.scrollTop ?? 0) >= topPixels) return true
  // a finger leaves its last place behind as the pointer's
  const isPointed = frame?.matches(':hover') === true && matchMedia('(hover: hover)').matches
  return isPointed || frame?.querySelector('tbody')?.contains(document.activeElement) === true
}
