import { type RefObject, useLayoutEffect, useState } from 'react'
import { leadsFirst, type ListColumn, type ListRow } from './list-column.ts'

/** Below this a list stands beside a panel: it keeps what fits, and nothing of it is out of sight. */
const narrowPixels = 800
/** The least part of its width that the name and the result can be read in, where the column does not say how much. */
const minShare = 0.7
/** Names and account names of usual length, with the space around them. */
const minNameWidth = 140
const minWidthOf = ({ minWidth, width, isFixed }: Pick<ListColumn<ListRow>, 'minWidth' | 'width' | 'isFixed'>) =>
  minWidth ?? Math.max(width * minShare, isFixed ? Math.min(width, minNameWidth) : 0)

/** The width of a list that stands beside something; undefined where it has room. */
export function useNarrowWidth(box: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const look = () => {
      const { clientWidth } = element
      setWidth(clientWidth > 0 && clientWidth < narrowPixels ? clientWidth : undefined)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

/**
 * Chooses the columns for so many pixels: the name, then the column that a phone's card has beside it, then the others in
 * their order. A column of a card's second line that does not fit stands under the name.
 */
export function fitColumns<Row extends ListRow>(columns: readonly ListColumn<Row>[], room: number) {
  const rank = ({ isFixed, card }: ListColumn<Row>) => (isFixed ? 0 : card === 'beside' ? 1 : 2)
  const fitting = new Set<string>()
  let left = room
  for (const column of columns.toSorted((a, b) => rank(a) - rank(b))) {
    const least = rank(column) < 2 ? minWidthOf(column) : column.width
    if (!column.isFixed && least > left) break
    fitting.add(column.key)
    left -= least
  }
  const shown = columns.filter(({ key }) => fitting.has(key))
  const widthOf = (some: readonly ListColumn<Row>[]) => some.reduce((sum, { width }) => sum + width, 0)
  const besideColumns = shown.filter((column) => rank(column) === 1)
  const besides = widthOf(besideColumns)
  const minBesides = besideColumns.reduce((sum, column) => sum + minWidthOf(column), 0)
  const names = widthOf(shown.filter((column) => rank(column) === 0))
  // the name keeps its width, and the result has the rest, or the least that it needs
  const shared = room - widthOf(shown.filter((column) => rank(column) === 2))
  const besideRoom = Math.min(besides, Math.max(minBesides, shared - names))
  const widths = [Math.min(1, (shared - besideRoom) / names), besideRoom / besides, 1]
  return {
    shown: shown.map((column) => ({ ...column, width: Math.floor(column.width * (widths[rank(column)] ?? 1)) })),
    under: leadsFirst(columns.filter(({ key, card }) => card === 'line' && !fitting.has(key))),
  }
}
