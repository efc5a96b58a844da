import { useEffect, useState } from 'react'

/** LAY-05: below this width the sidebar collapses automatically. */
export const collapseBelow = 800
/** On a phone there is no room for a rail either: a bar at the bottom, and the whole menu as a drawer. */
export const phoneBelow = 700

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

/** Icons only, where the person chose so: kept on this computer. */
const storageKey = 'menu'
const startsCollapsed = (isNarrow: boolean) => isNarrow || localStorage.getItem(storageKey) === 'icons'

/** Collapsed by the width of the window whenever that crosses 800 px, and by the person in between. */
export function useSidebar() {
  const [isCollapsed, setIsCollapsed] = useState(() => startsCollapsed(below(collapseBelow).matches))
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const isNarrow = useBelow(collapseBelow, (isBelow) => setIsCollapsed(startsCollapsed(isBelow)))
  const isPhone = useBelow(phoneBelow)
  const toggle = () => {
    if (isPhone) return setIsDrawerOpen(!isDrawerOpen)
    if (!isNarrow) localStorage.setItem(storageKey, isCollapsed ? 'words' : 'icons')
    setIsCollapsed(!isCollapsed)
  }
  return { isPhone, isCollapsed, isDrawerOpen, toggle, closeDrawer: () => setIsDrawerOpen(false) }
}
