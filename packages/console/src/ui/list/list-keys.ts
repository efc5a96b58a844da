import type { KeyboardEvent } from 'react'
import { useDocumentKeys } from '../../lib/use-document-keys.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `/` focuses the search box, unless somebody is typing or a panel covers the list. */
export function useSlashSearches(focus: () => void) {
  useDocumentKeys((event) => {
    const isOther = event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey
    if (isOther || isTyping(event.target) || document.querySelector('[role="dialog"]')) return
    event.preventDefault()
    focus()
  })
}

/** Rows are walked with the arrow keys, opened with Enter, chosen with X or the space bar. Rows carry `data-row`. */
export function rowKeys(event: KeyboardEvent<HTMLElement>, open: (id: string) => void, choose?: (id: string) => void) {
  const row = event.target
  if (!(row instanceof HTMLElement) || row.dataset['row'] === undefined) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  // with the caps lock on, letters come large
  const key = event.key.toLowerCase()
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])]
  const here = rows.indexOf(row)
  const target = { arrowdown: here + 1, j: here + 1, arrowup: here - 1, k: here - 1, home: 0, end: rows.length - 1 }[
    key
  ]
  if (target !== undefined) {
    event.preventDefault()
    rows[target]?.focus()
  } else if (key === 'enter') {
    event.preventDefault()
    open(row.dataset['row'])
  } else if ((key === ' ' || key === 'x') && choose) {
    event.preventDefault()
    choose(row.dataset['row'])
  }
}
