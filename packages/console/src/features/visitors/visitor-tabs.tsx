import { getWaitingCounts } from '@gatehouse/contract/features/notices/counts.ts'
import type { BoundedTotal } from '@gatehouse/contract/paging.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { insideCounts, visitorCounts, type VisitorTab, visitorTabs } from './visitor-queries.ts'

/** The menu has asked: what waits is one number, here and there. */
const waitingCounts = queryOf(getWaitingCounts)

/**
 * The parts of the visitors, the address keeps the choice. A filter stays with the visitors and hides how many each part has, which it would
 * make untrue; requests that wait have no filters.
 */
export function VisitorTabs({ chosen, isFiltered }: { chosen: VisitorTab; isFiltered: boolean }) {
  const t = useText()
  const [params] = useSearchParams()
  const { data } = useQuery(visitorCounts)
  const here = useQuery(insideCounts).data?.visitors
  const waiting = useQuery(waitingCounts).data?.visits
  const counts: Record<VisitorTab, string | undefined> = {
    today: inWords(data?.today),
    here: here === undefined ? undefined : formatNumber(here),
    waiting: inWords(waiting),
    all: inWords(data?.all),
  }
  const to = (tab: VisitorTab) => {
    const next = new URLSearchParams(tab === 'waiting' ? {} : params)
    next.delete('after')
    // today needs no word of its own, unless a filter would lead to everybody
    if (tab === 'today' && !isFiltered) next.delete('shown')
    else next.set('shown', tab)
    return { search: next.toString() }
  }
  return (
    <nav className="visitor-tabs" aria-label={t('visitors:tab.title')}>
      {visitorTabs.map((tab) => (
        <Link key={tab} to={to(tab)} aria-current={tab === chosen ? 'page' : undefined} preventScrollReset>
          {t(`visitors:tab.${tab}`)} {!isFiltered && <span>{counts[tab]}</span>}
        </Link>
      ))}
    </nav>
  )
}

const inWords = (total: BoundedTotal | undefined) => total && `${formatNumber(total.count)}${total.isMore ? '+' : ''}`
