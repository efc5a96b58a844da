import { type RefObject, useEffect, useState } from 'react'

/** The measures of the grid in pixels, as its style has them. */
export const sizes = { row: 50, column: 112, head: 56, name: 200 } as const
/** Up to so many rows and columns all of them are drawn. */
const drawnWhole = { rows: 30, columns: 16 } as const
const beside = 2

export type Part = { from: number; to: number }

/** The part of `count` things of this size that is in view, with some beside it. */
export function partInView(count: number, size: number, start: number, length: number): Part {
  const first = Math.floor(Math.max(0, start) / size) - beside
  const last = Math.ceil((Math.max(0, start) + length) / size) + beside
  return { from: Math.max(0, Math.min(first, count)), to: Math.max(0, Math.min(last, count)) }
}

/** The rows and columns to draw: all of a small matrix, else those in view. */
export function useWindow(box: RefObject<HTMLElement | null>, rows: number, columns: number) {
  const isSmall = rows <= drawnWhole.rows && columns <= drawnWhole.columns
  const [view, setView] = useState({ left: 0, top: 0, width: 1_200, height: 800 })
  useEffect(() => {
    const element = box.current
    if (!element || isSmall) return
    const look = () =>
      setView({
        left: element.scrollLeft,
        top: element.scrollTop,
        width: element.clientWidth,
        height: element.clientHeight,
      })
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, isSmall])
  if (isSmall) return { rows: { from: 0, to: rows }, columns: { from: 0, to: columns } }
  return {
    rows: partInView(rows, sizes.row, view.top - sizes.head, view.height),
    columns: partInView(columns, sizes.column, view.left, view.width - sizes.name),
  }
}
