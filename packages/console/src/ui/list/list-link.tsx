import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

/** The name of a row as a link to its panel; the list's own parameters go along, as `usePanelRoute` says. */
export function ListLink({ to, children }: { to: string; children: ReactNode }) {
  const { search } = useLocation()
  const kept = new URLSearchParams(search)
  kept.delete('tab')
  return (
    <Link
      className="list-link"
      to={{ pathname: to, search: kept.toString() }}
      preventScrollReset
      // for a name that is too long for its column
      title={typeof children === 'string' ? children : undefined}
    >
      {children}
    </Link>
  )
}
