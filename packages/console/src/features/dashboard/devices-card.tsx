import type { DashboardFigures } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { BoardCard } from './board-card.tsx'

/** DASH-03: how many devices are online, and what each saw today. */
export function DevicesCard({ devices }: { devices: NonNullable<DashboardFigures['devices']> }) {
  const t = useText()
  return (
    <BoardCard
      width="whole"
      title={t('dashboard:devices.title')}
      more={{ to: pathTo('deviceList'), text: t('dashboard:devices.more', { count: devices.total }) }}
    >
      <ul className="board-facts">
        <li>
          <Link to={pathTo('deviceList', { query: { status: 'online' } })}>
            <span>{t('dashboard:devices.online')}</span>
            <strong>{formatNumber(devices.online)}</strong>
          </Link>
        </li>
        <li>
          <Link to={pathTo('deviceList', { query: { status: 'offline' } })}>
            <span>{t('dashboard:devices.offline')}</span>
            <strong>{formatNumber(devices.offline)}</strong>
          </Link>
        </li>
        <li>
          <Link to={pathTo('deviceList')}>
            <span>{t('dashboard:devices.total')}</span>
            <strong>{formatNumber(devices.total)}</strong>
          </Link>
        </li>
      </ul>
      <ul className="board-rows">
        {devices.items.map(({ id, name, location, isOnline, changedAt, recognitions }) => (
          <li key={id}>
            <Link to={pathTo('deviceList', { below: id })}>
              <span className="board-row-name">
                {name}
                {location && <small>{location}</small>}
              </span>
              <span title={companyTime(changedAt)}>
                <StatusMark meaning={isOnline ? 'good' : 'none'}>
                  {t(isOnline ? 'dashboard:devices.online' : 'dashboard:devices.offline')}
                </StatusMark>
              </span>
              {recognitions !== null && (
                <span className="figures">{t('dashboard:devices.today', { count: recognitions })}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </BoardCard>
  )
}
