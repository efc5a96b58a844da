import type { RecognitionCounts } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'

const kinds = ['total', 'staff', 'visitor', 'stranger'] as const

/** DASH-02: today's recognitions, each figure with the records behind it. */
export function TodayTiles({ counts, from }: { counts: RecognitionCounts; from: string }) {
  const t = useText()
  // Parts of the total without a tile: the blacklisted, and faces that were not live.
  const others = counts.total - (counts.staff ?? 0) - counts.visitor - counts.stranger
  return (
    <section className="board-tiles" aria-labelledby="today-title">
      <h2 id="today-title" className="for-readers">
        {t('dashboard:today.title')}
      </h2>
      <ul>
        {kinds.map((kind) => {
          const count = counts[kind]
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
      </ul>
    </section>
  )
}
