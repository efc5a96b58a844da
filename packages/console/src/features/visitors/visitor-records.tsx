import type { Visitor } from '@gatehouse/contract/features/visitors.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { Instant } from '../../ui/detail-instant.tsx'
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { recordsNamed } from './visitor-queries.ts'

const most = 10

/** The visitor's latest records; each opens in the record list. */
export function VisitorRecords({ visitor }: { visitor: Visitor }) {
  const t = useText()
  const records = useQuery(recordsNamed(visitor.name))
  if (records.isPending) return <DetailSkeleton lines={5} />
  if (records.isError) return <ErrorPanel error={records.error} onRetry={() => void records.refetch()} />
  const own = records.data.items.filter((record) => record.person?.id === visitor.id).slice(0, most)
  if (own.length === 0) {
    return (
      <EmptyState isSmall title={t('visitors:detail.noRecords.title')} text={t('visitors:detail.noRecords.text')} />
    )
  }
  return (
    <>
      <ul className="visitor-lines">
        {own.map((record) => (
          <li key={record.id}>
            <span>
              <Link to={`/sign/signRecord/${record.id}`}>
                <Instant at={record.recognisedAt} />
              </Link>{' '}
              {record.device.name} · {t(`records:entryMode.${record.entryMode}`)}
            </span>
            <StatusMark meaning={record.opened ? 'good' : 'bad'}>
              {t(record.opened ? 'records:decision.opened' : 'records:decision.refused')}
            </StatusMark>
          </li>
        ))}
      </ul>
      <Link to={`/sign/signRecord?keyword=${encodeURIComponent(visitor.name)}`}>
        {t('visitors:detail.allRecords', { name: visitor.name })}
      </Link>
    </>
  )
}
