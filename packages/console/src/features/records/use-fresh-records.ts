import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import { useEffect, useRef, useState } from 'react'

export type RecordPage = { items: readonly RecognitionRecord[]; next: string | null }

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
 * New records come in at the top by themselves while the person looks at the top of the newest page; while they read
 * further down, the rows stay and the number of new ones is told, to be taken in by a click.
 */
export function useFreshRecords(page: RecordPage | undefined, { list, isNewest, isPlaceholder }: Place) {
  const [seen, setSeen] = useState({ page, list })
  const [shown, setShown] = useState(page)
  if (!isPlaceholder && (page !== seen.page || list !== seen.list)) {
    setSeen({ page, list })
    if (list !== seen.list || seen.page === undefined || !isNewest || isAtTop()) setShown(page)
  }
  const known = new Set(shown?.items.map(({ id }) => id))
  const waiting = shown === page || isPlaceholder ? 0 : (page?.items ?? []).filter(({ id }) => !known.has(id)).length
  return { shown, waiting, take: () => setShown(page), highlighted: useHighlighted(shown, list) }
}

/** The records that joined a list which was shown already, for as long as they are pointed out. */
function useHighlighted(shown: RecordPage | undefined, list: string): ReadonlySet<string> {
  const [highlighted, setHighlighted] = useState<ReadonlySet<string>>(new Set())
  const before = useRef<{ list: string; ids: ReadonlySet<string> } | null>(null)
  useEffect(() => {
    if (!shown) return
    const earlier = before.current
    const ids = shown.items.map(({ id }) => id)
    before.current = { list, ids: new Set(ids) }
    if (earlier?.list !== list) return
    const added = ids.filter((id) => !earlier.ids.has(id))
    if (added.length === 0) return
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

/** Whether the page is at its top: neither the window nor the table's own frame is scrolled. */
function isAtTop(): boolean {
  const frame = document.querySelector('.list-table .ant-table-body, .list-table .ant-table-tbody-virtual-holder')
  return window.scrollY < topPixels && (frame?.scrollTop ?? 0) < topPixels
}
