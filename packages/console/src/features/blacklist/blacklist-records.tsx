import type { Blacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { Instant } from '../../ui/detail-instant.tsx'
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { FaceThumbnail } from '../../ui/face-thumbnail.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { recordsNamed } from './blacklist-queries.ts'

const most = 10

/** The person's latest records, of before and after the move; each opens in the record list. */
export function BlacklistRecords({ person }: { person: Blacklisted }) {
  const t = useText()
  const records = useQuery(recordsNamed(person.name))
  if (records.isPending) return <DetailSkeleton lines={5} />
  if (records.isError) return <ErrorPanel error={records.error} onRetry={() => void records.refetch()} />
  const own = records.data.items.filter((record) => record.person?.id === person.id).slice(0, most)
  if (own.length === 0) {
    return (
      <EmptyState isSmall title={t('blacklist:detail.noRecords.title')} text={t('blacklist:detail.noRecords.text')} />
    )
  }
  return (
    <>
      <ul className="blacklist-rows">
        {own.map((record) => (
          <li key={record.id}>
            <span className="blacklist-record">
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
        {t('blacklist:detail.allRecords', { name: person.name })}
      </Link>
    </>
  )
}
