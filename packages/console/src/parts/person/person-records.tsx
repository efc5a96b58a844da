import { listRecords } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FaceThumbnail } from '../face/face-thumbnail.tsx'
import { PassageDecision } from '../passage/passage-decision.tsx'
import { entryModeText } from '../passage/record-words.ts'
import { DoorTime } from '../device/door-clock.tsx'
import './person-records.css'

const most = 10

/** A person's latest records; each opens in the record list. Texts of area `records`. */
export function PersonRecords({ person }: { person: { id: string; name: string } }) {
  const t = useText()
  const records = useQuery(queryOf(listRecords, { query: { personId: person.id, size: most } }))
  if (records.isPending) return <DetailSkeleton lines={5} />
  if (records.isError) return <ErrorPanel error={records.error} onRetry={() => void records.refetch()} />
  if (records.data.items.length === 0)
    return <EmptyState isSmall title={t('shared:ofPerson.none.title')} text={t('shared:ofPerson.none.text')} />
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
                {record.device.name} · {entryModeText(record.entryMode, t)}
              </span>
            </span>
            <PassageDecision record={record} t={t} />
          </li>
        ))}
      </ul>
      <Link to={pathTo('signRecord', { query: { personId: person.id } })}>
        {t('shared:ofPerson.all', { name: person.name })}
      </Link>
    </>
  )
}
