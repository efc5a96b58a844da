import type { Device } from '@gatehouse/contract/features/devices.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { PassageDecision } from '../../parts/passage/passage-decision.tsx'
import { DoorTime } from '../../parts/device/door-clock.tsx'
import '../../parts/person/person-records.css'

/** The latest at this device; each opens in the record list. */
export function DeviceRecords({ device }: { device: Device }) {
  const t = useText()
  const records = useQuery(queryOf(listRecords, { query: { deviceId: device.id, size: 20 } }))
  if (records.isPending) return <DetailSkeleton lines={6} />
  if (records.isError) return <ErrorPanel error={records.error} onRetry={() => void records.refetch()} />
  if (records.data.items.length === 0)
    return <EmptyState isSmall title={t('devices:records.emptyTitle')} text={t('devices:records.emptyText')} />
  return (
    <>
      <ul className="person-records">
        {records.data.items.map((record) => (
          <li key={record.id}>
            <FaceThumbnail kind="capture" imageId={record.hasCapture ? record.id : null} />
            <span className="person-records-words">
              <Link to={pathTo('signRecord', { below: record.id })}>
                <DoorTime at={record.recognisedAt} deviceId={record.device.id} />
              </Link>
              <span>
                {[record.person?.name ?? t(`list:personKind.${record.kind}`), record.door?.name]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <PassageDecision record={record} t={t} />
          </li>
        ))}
      </ul>
      <Link to={pathTo('signRecord', { query: { deviceId: device.id } })}>
        {t('devices:records.all', { name: device.name })}
      </Link>
    </>
  )
}
