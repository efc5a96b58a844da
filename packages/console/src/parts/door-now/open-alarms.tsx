import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { alarmTitle } from '../alarm/alarm-title.ts'
import { readersOnce } from '../device/readers-once.ts'
import { DoorTime } from '../device/door-clock.tsx'

const most = 5
const meanings = { raised: 'bad', acknowledged: 'attention', 'release-failed': 'bad', released: 'good' } as const

/** The open alarms at a door, and those of its devices as a whole. */
export function OpenAlarms({ door }: { door: Pick<Door, 'readers'> }) {
  const t = useText()
  const asked = useQueries({
    queries: door.readers.map(({ deviceId, port }) =>
      queryOf(listAlarms, { query: { deviceId, port, status: 'open', size: most } }),
    ),
  })
  const once = new Map(asked.flatMap(({ data }) => (data?.items ?? []).map((alarm) => [alarm.id, alarm] as const)))
  const alarms = [...once.values()].slice(0, most)
  const isLoaded = asked.every(({ data }) => data)
  const failed = asked.find(({ error, data }) => error && !data)
  return (
    <section>
      <h2>{t('doorNow:alarms')}</h2>
      {failed && <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />}
      {isLoaded && alarms.length === 0 && <p>{t('doorNow:noAlarm')}</p>}
      <ul>
        {alarms.map((alarm) => (
          <li key={alarm.id}>
            <Link to={pathTo('deviceAlarm', { below: alarm.id })}>{alarmTitle(alarm, t)}</Link>
            <StatusMark meaning={meanings[alarm.status]}>{t(`shared:alarmStatus.${alarm.status}`)}</StatusMark>
            <small>
              <DoorTime at={alarm.lastAt} deviceId={alarm.device.id} />
            </small>
          </li>
        ))}
      </ul>
      {readersOnce(door).map(({ deviceId, deviceName }) => (
        <p key={deviceId}>
          <Link to={pathTo('deviceAlarm', { query: { deviceId } })}>
            {t('doorNow:allAlarms', { device: deviceName })}
          </Link>
        </p>
      ))}
    </section>
  )
}
