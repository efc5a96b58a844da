import { useLayoutEffect, useState, type RefObject } from 'react'

/** Above this many rows only those in sight are drawn: a list stays below 1,000 elements at any page size. */
const maxDrawn = 20
/** Drawn beyond each edge, so that a step by key finds the next row. */
const beyond = 3
const usualRow = 44

export type RowsDrawn = { from: number; to: number; before: number; after: number }

/** Which rows are drawn, for the part of the frame that is in sight, and the height of those left out. */
export function rowsInSight(count: number, top: number, height: number, row: number): RowsDrawn {
  if (count <= maxDrawn) return { from: 0, to: count, before: 0, after: 0 }
  const shown = Math.ceil(height / row) + 2 * beyond
  const from = Math.max(0, Math.min(Math.floor(top / row) - beyond, count - shown))
  const to = Math.min(count, from + shown)
  return { from, to, before: from * row, after: (count - to) * row }
}

/** Follows the scrolling of the frame; a row is as high as those drawn are on average. */
export function useRowsDrawn(frame: RefObject<HTMLElement | null>, count: number, height: number): RowsDrawn {
  const [place, setPlace] = useState({ top: 0, row: usualRow })
  useLayoutEffect(() => {
    const box = frame.current
    if (!box || count <= maxDrawn) return
    const look = () => {
      const rows = [...box.querySelectorAll<HTMLElement>('[data-row]')]
      const drawn = rows.reduce((sum, row) => sum + row.offsetHeight, 0)
      const row = rows.length > 0 && drawn > 0 ? drawn / rows.length : usualRow
      // a step of three rows: fewer drawings than events
      const top = Math.floor(box.scrollTop / (usualRow * beyond)) * usualRow * beyond
      setPlace((before) =>
        before.top === top && Math.abs(before.row - row) < 1
          ? before
          : { top, row: Math.abs(before.row - row) < 1 ? before.row : row },
      )
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [frame, count, height])
  return rowsInSight(count, place.top, height, place.row)
}
