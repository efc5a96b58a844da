import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Addresses of the panels below a list. They keep the list's own parameters, so that it stays as it is behind the panel
 * and is found again when the panel closes. `tab` is a panel's own and is dropped, but over a page with tabs, which names the one behind it.
 */
export function usePanelRoute(base: string, tab?: string) {
  const { search } = useLocation()
  const navigate = useNavigate()
  return useMemo(() => {
    const kept = new URLSearchParams(search)
    if (tab === undefined) kept.delete('tab')
    else kept.set('tab', tab)
    const to = (below = '') => ({ pathname: below ? `${base}/${below}` : base, search: kept.toString() })
    return {
      to,
      open: (below: string) => void navigate(to(below), { preventScrollReset: true }),
      close: () => void navigate(to(), { preventScrollReset: true }),
    }
  }, [base, tab, search, navigate])
}
