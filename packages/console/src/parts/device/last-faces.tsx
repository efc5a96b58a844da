import { listPassages } from '@gatehouse/contract/features/live-view.ts'
import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useTimeAtDoor } from './door-clock.tsx'
import { FaceThumbnail } from '../face/face-thumbnail.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import './door-first.css'

const most = 8

/** The last passages at these devices, the newest first. */
export const lastPassages = (ids: readonly string[]) => {
  const deviceIds = ids.join(',')
  return queryOptions({
    ...queryOf(listPassages, { query: { deviceIds, size: most } }),
    enabled: deviceIds !== '',
  })
}

/** The last people at the devices of a door, as they come; the colour of the edge is said in words as well. */
export function LastFaces({ deviceIds }: { deviceIds: readonly string[] }) {
  const t = useText()
  const { data, error, refetch } = useQuery(lastPassages(deviceIds))
  const [first] = deviceIds
  return (
    <section className="door-faces" aria-label={t('shared:faces.title')}>
      <div className="door-faces-head">
        <h2>{t('shared:faces.title')}</h2>
        {first !== undefined && (
          <Link to={pathTo('signRecord', deviceIds.length === 1 ? { query: { deviceId: first } } : {})}>
            {t('shared:faces.all')}
          </Link>
        )}
      </div>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : first !== undefined && !data ? (
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
