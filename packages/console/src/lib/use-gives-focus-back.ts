import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Where something that covers or stands beside the page closes, the focus goes on where it came from: to the row that was shown last, or
 * to what opened it. Whoever has put it elsewhere meanwhile keeps it there.
 */
export function useGivesFocusBack() {
  const { pathname } = useLocation()
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      // its link is drawn anew, since the list gets its other columns back
      const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(pathname.split('/').at(-1) ?? '')}"]`)
      const target = row ?? opener
      if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
    },
    [pathname, opener],
  )
}
