import { type DashboardFigures, maxBusyPlaces } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useCan } from '../../lib/use-can.ts'
import { BoardBlock } from './board-block.tsx'
import { NumberBars } from './number-bars.tsx'

/** How many people are inside now, and where most of them are. */
export function InsideNow({ inside }: { inside: NonNullable<DashboardFigures['inside']> }) {
  const t = useText()
  const can = useCan()
  const { people, visitors, by, places } = inside
  const others = people - places.reduce((sum, place) => sum + place.people, 0)
  const isBoth = can('inside.staff') || !can('inside.read')
  return (
    <BoardBlock
      title={t('dashboard:inside.title')}
      more={
        can('muster.read')
          ? { to: pathTo('muster'), text: t('dashboard:inside.muster') }
          : { to: pathTo('inside'), text: t('dashboard:inside.more') }
      }
    >
      <Link className="board-inside" to={pathTo('inside')}>
        <span className="for-readers">{t('dashboard:inside.title')} </span>
        <strong>{formatNumber(people)}</strong>
        {isBoth && people > 0 && (
          <span>
            {t('dashboard:inside.staff', { count: people - visitors, number: formatNumber(people - visitors) })}
            <br />
            {t('dashboard:inside.visitors', { count: visitors, number: formatNumber(visitors) })}
          </span>
        )}
      </Link>
      {people > 0 && (
        <NumberBars
          rows={[
            ...places.map(({ id, name, people: count }) => ({
              id,
              name,
              count,
              to: pathTo('inside', { query: by === 'site' ? { siteId: id } : { areaId: id } }),
            })),
            ...(others > 0 && places.length === maxBusyPlaces
              ? [{ id: 'others', name: t('dashboard:inside.others'), count: others }]
              : []),
          ]}
        />
      )}
    </BoardBlock>
  )
}
