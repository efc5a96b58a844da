import { doorEventKinds } from '@gatehouse/contract/device/door-events.ts'
import { listDoorEvents } from '@gatehouse/contract/features/doors.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../api/query.ts'
import { useText } from '../../../i18n/i18n.ts'
import { DoorTime } from '../../../parts/device/door-clock.tsx'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'

const most = 50

/** The last events that the terminals of a door have told, the latest first. */
export function DoorEvents({ door }: { door: Door }) {
  const t = useText()
  const { data, error, refetch } = useQuery(queryOf(listDoorEvents, { params: { id: door.id }, query: { size: most } }))
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton lines={6} />
  if (data.items.length === 0) return <p className="rule-quiet">{t('doorPage:event.none')}</p>
  const wordOf = (kind: string) => {
    const known = doorEventKinds.find((one) => one === kind)
    return known ? t(`doorPage:event.kind.${known}`) : kind
  }
  return (
    <>
      <ul className="door-readers">
        {data.items.map(({ id, at, kind, input, device }) => (
          <li key={id}>
            <DoorTime at={at} deviceId={device?.id ?? null} />
            <span>{device?.name}</span>
            <strong>{wordOf(kind)}</strong>
            {input !== null && <small>{input}</small>}
          </li>
        ))}
      </ul>
      {data.next !== null && <p className="rule-quiet">{t('doorPage:event.latest', { count: most })}</p>}
    </>
  )
}
