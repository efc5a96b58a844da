import { useLayoutEffect } from 'react'

/** A list beside the panel is as wide as the rest of the sheet, where that is wide enough for one. */
export function useMakesRoom(width: number) {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const before = style.getPropertyValue('--beside')
    if (width > 0) style.setProperty('--beside', `${width}px`)
    return () => style.setProperty('--beside', before)
  }, [width])
}
