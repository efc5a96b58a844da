import type { DashboardFigures, RecognitionCounts } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useId } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { Figure, FigureLink, Figures } from '../../ui/page/figures.tsx'

const kinds = ['total', 'staff', 'visitor', 'stranger'] as const

/** DASH-02: today's recognitions, named for what they count, each figure with the records behind it. */
export function Today({ figures, counts }: { figures: DashboardFigures; counts: RecognitionCounts }) {
  const t = useText()
  const id = useId()
  const { checkIns, inside, strangerDoors, todayFrom } = figures
  // Parts of the total without a figure: the blacklisted, and faces that were not live.
  const others = counts.total - (counts.staff ?? 0) - counts.visitor - counts.stranger
  const detailOf = {
    total: others > 0 && t('dashboard:today.others', { count: others, number: formatNumber(others) }),
    staff: checkIns && t('dashboard:today.came', { present: checkIns.present, count: checkIns.staff }),
    visitor: inside && t('dashboard:today.inside', { count: inside.visitors, number: formatNumber(inside.visitors) }),
    stranger: strangerDoors !== null && strangerDoors > 0 && t('dashboard:today.atDoors', { count: strangerDoors }),
  }
  return (
    <section className="board-today" aria-labelledby={id}>
      <h2 id={id} className="for-readers">
        {t('dashboard:today.title')}
      </h2>
      <Figures>
        {kinds.map((kind) => {
          const count = counts[kind]
          if (count === null) return null
          const name = t(`dashboard:today.${kind}`)
          const search = new URLSearchParams({ from: todayFrom, ...(kind !== 'total' && { kind }) }).toString()
          return (
            <Figure key={kind} name={name} detail={detailOf[kind] || ' '}>
              <FigureLink name={name} to={`${pathTo('signRecord')}?${search}`}>
                {formatNumber(count)}
              </FigureLink>
            </Figure>
          )
        })}
      </Figures>
    </section>
  )
}
