import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Gives the focus back when something over or beside the page closes: to the row that was shown last, or to the button that opened it.
 * A person who has put it elsewhere meanwhile keeps it there.
 */
export function useGivesFocusBack() {
  const { pathname } = useLocation()
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      // keys that work everywhere open a panel while nothing has the focus
      const isGone = opener === null || opener === document.body || !opener.isConnected
      // the link in a row is drawn again, since the list gets its other columns back
      const row =
        (isGone || opener.closest('tbody')) &&
        document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(pathname.split('/').at(-1) ?? '')}"]`)
      // the button may be gone with what was done there
      const target = row || (isGone ? document.querySelector('main') : opener)
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
    [pathname, opener],
  )
}
