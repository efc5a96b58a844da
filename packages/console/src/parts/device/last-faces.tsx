import { listPassages } from '@gatehouse/contract/features/live-view.ts'
import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { startOfToday } from '../../ui/form/wall-clock.ts'
import { useTimeAtDoor } from './door-clock.tsx'
import { recordCount } from '../passage/record-count.ts'
import { FaceThumbnail } from '../face/face-thumbnail.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import './door-first.css'

const most = 8

/** A door, or a device with all of its doors. */
export type PassagesAt = { doorId: string } | { deviceId: string }

/** The last passages there, the newest first; null: at a door that recognises nobody. */
export const lastPassages = (at: PassagesAt | null) => {
  const place = at === null || 'doorId' in at ? at : { deviceIds: at.deviceId }
  return queryOptions({ ...queryOf(listPassages, { query: { ...place, size: most } }), enabled: at !== null })
}

/** The last people at a door, as they come; the colour of the edge is said in words as well. */
export function LastFaces({ at }: { at: PassagesAt | null }) {
  const t = useText()
  const { data, error, refetch } = useQuery(lastPassages(at))
  return (
    <section className="door-faces" aria-label={t('shared:faces.title')}>
      <div className="door-faces-head">
        <h2>{t('shared:faces.title')}</h2>
        {at && <CountToday at={at} />}
      </div>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : at && !data ? (
        <DetailSkeleton lines={3} />
      ) : data && data.length > 0 ? (
        <ol>
          {data.map((record) => (
            <Face key={record.id} record={record} />
          ))}
        </ol>
      ) : (
        <p>{t('shared:faces.none')}</p>
      )}
    </section>
  )
}

/** The way to the records of today, with how many there are; all of them are a filter away. */
function CountToday({ at }: { at: PassagesAt }) {
  const t = useText()
  const from = startOfToday()
  const { data } = useQuery(recordCount({ ...at, from }))
  const count = data?.count ?? 0
  return (
    <Link to={pathTo('signRecord', { query: { ...at, period: 'today' } })}>
      {data
        ? t('shared:faces.today', { count, number: `${formatNumber(count)}${data.isMore ? '+' : ''}` })
        : t('shared:faces.all')}
    </Link>
  )
}

function Face({ record }: { record: RecognitionRecord }) {
  const t = useText()
  const name = record.person?.name ?? t(`list:personKind.${record.kind}`)
  const decision = t(record.opened ? 'shared:decision.opened' : 'shared:decision.refused')
  const time = companyTime(record.recognisedAt, 'minute')
  const there = useTimeAtDoor(record.device.id)(record.recognisedAt, 'minute')
  const meaning = record.opened ? 'good' : record.kind === 'stranger' ? 'attention' : 'bad'
  return (
    <li>
      <Link to={pathTo('signRecord', { below: record.id })} className="door-face" data-meaning={meaning}>
        <FaceThumbnail kind="capture" imageId={record.hasCapture ? record.id : null} />
        <span>{name}</span>
        <time dateTime={record.recognisedAt} title={time}>
          {time.slice(11)}
        </time>
        {there && <small>{there}</small>}
        <small>{decision}</small>
      </Link>
    </li>
  )
}
