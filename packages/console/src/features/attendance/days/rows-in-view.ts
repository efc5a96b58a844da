/** Every row of the grid is as high. */
export const rowHeight = 39
/** Drawn beyond each edge of the view, so that scrolling finds them there. */
const beyond = 1

/**
 * The rows of the grid that are drawn, by their index: those in view, and the one that has the focus wherever it is, so that its keys go on
 * working. Each row has an element for every day of a month: drawn whole, a page would have more than can be scrolled smoothly.
 */
export function rowsInView(count: number, view: { top: number; height: number }, active: number): number[] {
  const inView = Math.floor(view.top / rowHeight)
  const last = Math.min(count - 1, Math.ceil((view.top + view.height) / rowHeight) - 1 + beyond)
  // a row elsewhere takes the place of the one beyond the upper edge: there are never more of them
  const isElsewhere = active < inView - beyond || active > last
  const first = Math.max(0, inView - (isElsewhere ? 0 : beyond))
  const isDrawn = (row: number) => (row >= first && row <= last) || row === active
  return Array.from({ length: count }, (_, row) => row).filter(isDrawn)
}
