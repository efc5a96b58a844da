import { useState } from 'react'
import { useMedia } from '../../lib/use-media.ts'

/** LAY-05: below this width the sidebar collapses automatically. */
export const collapseBelow = 800
/** On a phone there is no room for a rail either: a bar at the bottom, and the whole menu as a drawer. */
export const phoneBelow = 700

const below = (width: number) => `(max-width: ${width - 0.02}px)`

/** Icons only, where the person chose so: kept on this computer. */
const storageKey = 'menu'
const startsCollapsed = (isNarrow: boolean) => isNarrow || localStorage.getItem(storageKey) === 'icons'

/** Collapsed by the width of the window whenever that crosses 800 px, and by the person in between. */
export function useSidebar() {
  const isNarrow = useMedia(below(collapseBelow))
  const isPhone = useMedia(below(phoneBelow))
  const [wasNarrow, setWasNarrow] = useState(isNarrow)
  const [isCollapsed, setIsCollapsed] = useState(() => startsCollapsed(isNarrow))
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  if (isNarrow !== wasNarrow) {
    setWasNarrow(isNarrow)
    setIsCollapsed(startsCollapsed(isNarrow))
  }
  const toggle = () => {
    if (isPhone) return setIsDrawerOpen(!isDrawerOpen)
    if (!isNarrow) localStorage.setItem(storageKey, isCollapsed ? 'words' : 'icons')
    setIsCollapsed(!isCollapsed)
  }
  return { isPhone, isCollapsed, isDrawerOpen, toggle, closeDrawer: () => setIsDrawerOpen(false) }
}
