import type { BoundedTotal } from '@gatehouse/contract/paging.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { insideCounts, visitorCounts, type VisitorTab, visitorTabs } from './visitor-queries.ts'

/** The parts of the visitors with how many each has; the address keeps the choice, and a filter stays. */
export function VisitorTabs({ chosen, isFiltered }: { chosen: VisitorTab; isFiltered: boolean }) {
  const t = useText()
  const [params] = useSearchParams()
  const { data } = useQuery(visitorCounts)
  const here = useQuery(insideCounts).data?.visitors
  const counts: Record<VisitorTab, string | undefined> = {
    today: inWords(data?.today),
    here: here === undefined ? undefined : formatNumber(here),
    waiting: inWords(data?.waiting),
    all: inWords(data?.all),
  }
  const to = (tab: VisitorTab) => {
    const next = new URLSearchParams(params)
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
          {t(`visitors:tab.${tab}`)} <span>{counts[tab]}</span>
        </Link>
      ))}
    </nav>
  )
}

const inWords = (total: BoundedTotal | undefined) => total && `${formatNumber(total.count)}${total.isMore ? '+' : ''}`
