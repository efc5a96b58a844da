import { useLayoutEffect, useState, type RefObject } from 'react'

const minHeight = 300

/**
 * The height in pixels from the top of an element down to `reserve` above the window's bottom: rows scroll inside it, so
 * that their head and the paging below stay in sight, and only what is seen is drawn.
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
    return () => removeEventListener('resize', measure)
  }, [element, reserve, changes])
  return height
}
