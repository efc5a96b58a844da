import { doorAlarmTypes, type DashboardFigures } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { BoardCard } from './board-card.tsx'

type Counts = NonNullable<DashboardFigures['alarms']>['doorAccess']

/** DASH-04: today's door-access alarms by type. */
export function DoorAlarmsCard({ counts, from }: { counts: Counts; from: string }) {
  const t = useText()
  return (
    <BoardCard
      title={t('dashboard:doorAlarms.title')}
      more={{ to: pathTo('deviceAlarm'), text: t('dashboard:doorAlarms.more') }}
    >
      <ul className="board-facts">
        {doorAlarmTypes.map((type) => (
          <li key={type}>
            <Link to={{ pathname: pathTo('deviceAlarm'), search: new URLSearchParams({ type, from }).toString() }}>
              <span>{t(`bell:type.${type}`)}</span>
              <strong>{formatNumber(counts[type])}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </BoardCard>
  )
}
