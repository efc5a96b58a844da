import { useLayoutEffect, useState, type RefObject } from 'react'

const minHeight = 300

/**
 * The height in pixels from the top of an element down to `reserve` above the window's bottom: rows scroll inside it, so
 * that their head and the paging below stay in sight, and only what is seen is drawn. A line that comes or goes above the page
 * later (that of a lockdown) changes the size of the page or of its content.
 */
export function useHeightToBottom(element: RefObject<HTMLElement | null>, reserve: number, changes: unknown): number {
  const [height, setHeight] = useState(minHeight)
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return
      const top = element.current.getBoundingClientRect().top + scrollY
      setHeight(Math.max(minHeight, Math.floor(innerHeight - top - reserve)))
    }
    measure()
    addEventListener('resize', measure)
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
    const content = element.current?.closest('main')
    for (const box of [document.body, content]) if (box) observer?.observe(box)
    return () => {
      removeEventListener('resize', measure)
      observer?.disconnect()
    }
  }, [element, reserve, changes])
  return height
}
