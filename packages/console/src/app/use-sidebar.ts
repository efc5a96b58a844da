import { useEffect, useState } from 'react'

/** LAY-05: below this width the sidebar collapses automatically. */
export const collapseBelow = 800
/** On a phone there is no room for a rail either: the menu is a drawer. */
export const drawerBelow = 600

const below = (width: number) => window.matchMedia(`(max-width: ${width - 0.02}px)`)

function useBelow(width: number, onChange?: (isBelow: boolean) => void) {
  const [isBelow, setIsBelow] = useState(() => below(width).matches)
  useEffect(() => {
    const media = below(width)
    const change = () => {
      setIsBelow(media.matches)
      onChange?.(media.matches)
    }
    media.addEventListener('change', change)
    return () => media.removeEventListener('change', change)
  }, [width, onChange])
  return isBelow
}

/** Collapsed by the width of the window whenever that crosses 800 px, and by the person in between. */
export function useSidebar() {
  const [isCollapsed, setIsCollapsed] = useState(() => below(collapseBelow).matches)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  useBelow(collapseBelow, setIsCollapsed)
  const isPhone = useBelow(drawerBelow)
  const toggle = () => (isPhone ? setIsDrawerOpen(!isDrawerOpen) : setIsCollapsed(!isCollapsed))
  return { isPhone, isCollapsed, isDrawerOpen, toggle, closeDrawer: () => setIsDrawerOpen(false) }
}
