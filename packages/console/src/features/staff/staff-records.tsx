import type { Staff } from '@gatehouse/contract/features/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx'
import { Instant } from '../../ui/detail-instant.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { FaceThumbnail } from '../../ui/face-thumbnail.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { recordsNamed } from './staff-queries.ts'

const most = 10

/** The person's latest records; each opens in the record list. */
export function StaffRecords({ person }: { person: Staff }) {
  const t = useText()
  const records = useQuery(recordsNamed(person.name))
  if (records.isPending) return <DetailSkeleton lines={5} />
  if (records.isError) return <ErrorPanel error={records.error} onRetry={() => void records.refetch()} />
  const own = records.data.items.filter((record) => record.person?.id === person.id).slice(0, most)
  if (own.length === 0) {
    return <EmptyState isSmall title={t('staff:detail.noRecords.title')} text={t('staff:detail.noRecords.text')} />
  }
  return (
    <>
      <ul className="staff-lines">
        {own.map((record) => (
          <li key={record.id}>
            <span className="staff-record">
              <FaceThumbnail kind="capture" imageId={record.hasCapture ? record.id : null} />
              <Link to={`/sign/signRecord/${record.id}`}>
                <Instant at={record.recognisedAt} />
              </Link>
              <span>{record.device.name}</span>
            </span>
            <StatusMark meaning={record.opened ? 'good' : 'bad'}>
              {t(record.opened ? 'records:decision.opened' : 'records:decision.refused')}
            </StatusMark>
          </li>
        ))}
      </ul>
      <Link to={`/sign/signRecord?keyword=${encodeURIComponent(person.name)}`}>
        {t('staff:detail.allRecords', { name: person.name })}
      </Link>
    </>
  )
}
