import type { DashboardFigures } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { BoardCard } from './board-card.tsx'

const facts = ['late', 'workdayOvertime', 'holidayOvertime', 'absence', 'earlyLeave', 'missedPunch'] as const

/** DASH-05: yesterday's attendance, each figure with the people behind it. */
export function YesterdayCard({ attendance }: { attendance: NonNullable<DashboardFigures['attendance']> }) {
  const t = useText()
  const { on } = attendance
  return (
    <BoardCard
      title={t('dashboard:yesterday.title')}
      meta={<span>{on}</span>}
      more={{ to: pathTo('attendanceRecord', { query: { from: on, to: on } }), text: t('dashboard:yesterday.more') }}
    >
      <ul className="board-facts">
        {facts.map((fact) => (
          <li key={fact}>
            <Link to={pathTo('attendanceRecord', { query: { from: on, to: on, fact } })}>
              <span>{t(`dashboard:yesterday.${fact}`)}</span>
              <strong>{formatNumber(attendance[fact])}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </BoardCard>
  )
}
