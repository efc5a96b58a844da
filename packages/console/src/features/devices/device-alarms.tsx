import type { Device } from '@gatehouse/contract/features/devices.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'
import { DoorTime } from '../../parts/device/door-clock.tsx'

const most = 20
const meanings = { raised: 'bad', acknowledged: 'attention', 'release-failed': 'bad', released: 'good' } as const

/** The hint `alarms` asks again. */
const deviceAlarmsQuery = (deviceId: string) => queryOf(listAlarms, { query: { deviceId, size: most } })

/** The device's latest alarms; each opens in the list of alarms. */
export function DeviceAlarms({ device }: { device: Device }) {
  const t = useText()
  const { data, error, refetch } = useQuery(deviceAlarmsQuery(device.id))
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active />
  if (data.items.length === 0)
    return <EmptyState isSmall title={t('devices:alarms.empty.title')} text={t('devices:alarms.empty.text')} />
  return (
    <>
      <ul className="device-lines" aria-live="polite">
        {data.items.map((alarm) => (
          <li key={alarm.id}>
            <Link to={pathTo('deviceAlarm', { below: alarm.id, query: { deviceId: device.id } })}>
              {alarmTitle(alarm, t)}
            </Link>{' '}
            <StatusMark meaning={meanings[alarm.status]}>{t(`shared:alarmStatus.${alarm.status}`)}</StatusMark>
            <small className="tabular">
              <DoorTime at={alarm.raisedAt} deviceId={device.id} />
              {alarm.times > 1 && ` · ${t('devices:alarms.times', { count: alarm.times })}`}
            </small>
          </li>
        ))}
      </ul>
      <Link to={pathTo('deviceAlarm', { query: { deviceId: device.id } })}>{t('devices:alarms.all')}</Link>
    </>
  )
}
