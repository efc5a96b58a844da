import type { Door } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../../i18n/i18n.ts'
import { StatusMark } from '../../../ui/feedback/status-mark.tsx'
import '../rules/rules.css'

/** The devices at this door, with the way that each leads. */
export function DoorReaders({ door }: { door: Door }) {
  const t = useText()
  if (door.readers.length === 0) return <p className="rule-quiet">{t('doorPage:reader.none')}</p>
  return (
    <ul className="door-readers">
      {door.readers.map(({ deviceId, deviceName, port, effectiveDirection, isOnline }) => (
        <li key={`${deviceId} ${port}`}>
          <Link to={pathTo('deviceList', { below: deviceId })}>{deviceName}</Link>
          <span>
            {port > 1 && `${t('sites:reader.portNumber', { port })} · `}
            {t(`sites:reader.direction.${effectiveDirection}`)}
          </span>
          <StatusMark meaning={isOnline ? 'good' : 'none'}>
            {t(isOnline ? 'sites:reader.online' : 'sites:reader.offline')}
          </StatusMark>
        </li>
      ))}
    </ul>
  )
}
