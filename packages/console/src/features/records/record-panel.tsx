import { getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import type { RecordDetail } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Link, useParams } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { useCan } from '../../lib/use-can.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { personPath } from '../../parts/face/face-alike.tsx'
import { FacePicture } from '../../parts/face/face-thumbnail.tsx'
import { PassageReasons } from '../../parts/passage/passage-reasons.tsx'
import { abnormalText, entryModeText, placeOfRecord } from '../../parts/passage/record-words.ts'
import { PassageDecision } from '../../parts/passage/passage-decision.tsx'
import { personOf } from './record-columns.tsx'
import { RecordDetailActions } from './record-detail-actions.tsx'
import { RecordLetIn } from './record-let-in.tsx'
import { recordQuery } from './record-queries.ts'
import { WhatWouldChange } from './what-would-change.tsx'
import { WholeScene } from './whole-scene.tsx'
import { DoorTime } from '../../parts/device/door-clock.tsx'
import { scoreText } from '../../lib/format-number.ts'

/** One record beside the list: portrait and capture with the score between, the whole scene, why the door opened or not, and the facts. */
export function RecordPanel() {
  const t = useText()
  const { recordId = '' } = useParams()
  const { data: record, error, refetch } = useQuery(recordQuery(recordId))
  const { close } = usePanelRoute(pathTo('signRecord'))
  return (
    <DetailPanel
      title={record ? personOf(record, t) : t('records:detail.title')}
      mark={record && <PassageDecision record={record} t={t} />}
      onClose={close}
    >
      {error && !record ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : record ? (
        <RecordBody record={record} />
      ) : (
        <DetailSkeleton lines={10} />
      )}
    </DetailPanel>
  )
}

/** The other entries of a known face, or whom a stranger may be. */
function Candidates({ record }: { record: RecordDetail }) {
  const t = useText()
  return (
    <ul className="record-candidate-list">
      {record.candidates.map(({ id, name, kind, score }) => (
        <li key={id ?? name}>
          {id ? <Link to={personPath(kind, id)}>{name}</Link> : name} · {t(`list:personKind.${kind}`)}
          {score !== null && ` · ${t('form:portrait.duplicate.score', { score: scoreText(score) })}`}
        </li>
      ))}
    </ul>
  )
}

function RecordBody({ record }: { record: RecordDetail }) {
  const t = useText()
  const can = useCan()
  const { person, device, kind, score } = record
  const hasPage = kind === 'staff' || kind === 'visitor' || kind === 'blacklisted'
  return (
    <>
      <div className="record-faces">
        <figure>
          <FacePicture
            kind="portrait"
            imageId={record.portraitId}
            alt={t('list:photo.of', { name: personOf(record, t) })}
            none={t('list:photo.none')}
          />
          <figcaption>
            <Dated>
              {record.portraitAt
                ? t('records:detail.portraitOf', { on: companyTime(record.portraitAt, 'day') })
                : t('records:detail.portrait')}
            </Dated>
          </figcaption>
        </figure>
        <div className="record-score">
          <strong>{score === null ? '–' : scoreText(score)}</strong>
          <span>{t('records:detail.score')}</span>
          {device.id && can('device.read') && <NeededScore score={score} deviceId={device.id} />}
        </div>
        <figure>
          <FacePicture
            kind="capture"
            imageId={record.hasCapture ? record.id : null}
            alt={t('records:capture', { device: record.device.name })}
            none={t('records:noCapture')}
            part={record.faceBox}
          />
          <figcaption>
            {record.hasCapture
              ? t('records:detail.captureAt', { at: companyTime(record.recognisedAt).slice(11) })
              : t('records:detail.capture')}
          </figcaption>
        </figure>
      </div>
      <div className="record-who">
        <p>
          {person && (
            <>{person.id && hasPage ? <Link to={personPath(kind, person.id)}>{person.name}</Link> : person.name} · </>
          )}
          {t(`list:personKind.${kind}`)} ·{' '}
          {device.id && can('device.read') ? (
            <Link to={pathTo('deviceList', { below: device.id })}>{device.name}</Link>
          ) : (
            device.name
          )}
        </p>
        <RecordLetIn record={record} />
      </div>
      <h2>{t(record.opened ? 'records:detail.why' : 'records:detail.whyNot')}</h2>
      <PassageReasons reasons={record.reasons} names={record.names} opens={record.opened} abnormal={record.abnormal} />
      <WhatWouldChange record={record} />
      <RecordDetailActions record={record} />
      <WholeScene record={record} />
      <DetailList
        title={t('records:detail.facts')}
        items={[
          { label: t('records:column.decision'), value: <PassageDecision record={record} t={t} /> },
          ...(record.candidates.length > 0
            ? [
                {
                  label: t(person ? 'records:detail.entries' : 'records:detail.perhaps'),
                  value: <Candidates record={record} />,
                },
              ]
            : []),
          { label: t('records:column.kind'), value: t(`list:personKind.${record.kind}`) },
          {
            label: t('records:column.device'),
            value: placeOfRecord(record),
          },
          { label: t('records:column.direction'), value: t(`list:direction.${record.direction}`) },
          {
            label: t('records:column.at'),
            value: (
              <>
                <DoorTime at={record.recognisedAt} deviceId={record.device.id} />
                {record.hasDoubtfulTime && (
                  <div className="record-doubt">
                    <Dated>
                      {record.claimedAt
                        ? t('records:claimedTime', { at: companyTime(record.claimedAt) })
                        : t('records:doubtfulTimeWhy')}
                    </Dated>
                  </div>
                )}
              </>
            ),
          },
          { label: t('records:column.receivedAt'), value: companyTime(record.receivedAt) },
          { label: t('records:column.method'), value: entryModeText(record.entryMode, t) },
          { label: t('records:column.abnormal'), value: abnormalText(record.abnormal, t) },
          { label: t('records:detail.id'), value: <CopyText text={record.id} what={t('records:detail.id')} /> },
        ]}
      />
    </>
  )
}

/** The threshold of the door's device today, and how far the score reached; nothing where its make has none. */
function NeededScore({ score, deviceId }: { score: number | null; deviceId: string }) {
  const t = useText()
  const needed = useQuery(queryOf(getDeviceSettings, { params: { id: deviceId } })).data?.faceThreshold?.inForce
  if (needed === undefined) return null
  const at: CSSProperties & Record<`--${string}`, string> = {
    '--reached': `${Math.max(0, score ?? 0) * 100}%`,
    '--needed': `${Math.max(0, needed) * 100}%`,
  }
  return (
    <>
      <span className="record-score-bar" aria-hidden style={at} />
      <small>{t('records:detail.needs', { score: scoreText(needed) })}</small>
    </>
  )
}
