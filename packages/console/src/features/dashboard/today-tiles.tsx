import type { DashboardFigures, RecognitionCounts } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'

const kinds = ['total', 'staff', 'visitor', 'stranger'] as const

type Props = { counts: RecognitionCounts | null; from: string; inside: DashboardFigures['inside'] }

/** DASH-02: today's recognitions, each figure with the records behind it; and how many people are inside now. */
export function TodayTiles({ counts, from, inside }: Props) {
  const t = useText()
  // Parts of the total without a tile: the blacklisted, and faces that were not live.
  const others = counts ? counts.total - (counts.staff ?? 0) - counts.visitor - counts.stranger : 0
  return (
    <section className="board-tiles" aria-labelledby="today-title">
      <h2 id="today-title" className="for-readers">
        {t(counts ? 'dashboard:today.title' : 'dashboard:inside.title')}
      </h2>
      <ul>
        {kinds.map((kind) => {
          const count = counts?.[kind] ?? null
          if (count === null) return null
          const search = new URLSearchParams({ from, ...(kind !== 'total' && { kind }) })
          return (
            <li key={kind}>
              <Link to={{ pathname: pathTo('signRecord'), search: search.toString() }}>
                <span>{t(`dashboard:today.${kind}`)}</span>
                <strong>{formatNumber(count)}</strong>
                {kind === 'total' && others > 0 && (
                  <small>{t('dashboard:today.others', { count: others, number: formatNumber(others) })}</small>
                )}
              </Link>
            </li>
          )
        })}
        {inside && <InsideTile inside={inside} />}
      </ul>
    </section>
  )
}

/** The people inside, with the visitors among them, or the sites that have the most. */
function InsideTile({ inside: { people, visitors, sites } }: { inside: NonNullable<Props['inside']> }) {
  const t = useText()
  const words = [
    ...(visitors > 0 && visitors < people
      ? [t('dashboard:inside.visitors', { count: visitors, number: formatNumber(visitors) })]
      : []),
    ...(sites.length > 1 ? sites.map((site) => `${site.name} ${formatNumber(site.people)}`) : []),
  ]
  return (
    <li>
      <Link className="board-inside" to={pathTo('inside')}>
        <span>{t('dashboard:inside.title')}</span>
        <strong>{formatNumber(people)}</strong>
        {words.length > 0 && <small title={words.join(' · ')}>{words.join(' · ')}</small>}
      </Link>
    </li>
  )
}
