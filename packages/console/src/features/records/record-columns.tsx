import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Text } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { briefTime, companyTime } from '../../lib/format-date.ts'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { PassageDecision } from '../../parts/passage/passage-decision.tsx'
import { abnormalText, doorOfRecord, entryModeText, placeOfRecord } from '../../parts/passage/record-words.ts'
import { ListLink } from '../../ui/list/list-link.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { DoorTime } from '../../parts/device/door-clock.tsx'
import { scoreText } from '../../lib/format-number.ts'

/** The person of a record as text: the name, or the kind of an unknown one. */
export const personOf = (record: RecognitionRecord, t: Text) =>
  record.person?.name ?? t(`list:personKind.${record.kind}`)

/** Other people that it may have been, as text; empty if there are none. */
const candidatesOf = ({ person, candidates }: RecognitionRecord, t: Text) => {
  const names = candidates.map(({ name }) => name).join(t('list:comma'))
  if (names === '') return ''
  return person ? t('records:candidates.entries', { names }) : t('records:candidates.perhaps', { names })
}

/** Why it stayed closed, and that somebody called it a mistake. */
const reasonOf = ({ abnormal, misrecognition }: RecognitionRecord, t: Text) =>
  [abnormal !== 'none' && abnormalText(abnormal, t), misrecognition && t(`records:misrecognition.${misrecognition}`)]
    .filter(Boolean)
    .join(' · ')

export const recordColumns: readonly ListColumn<RecognitionRecord>[] = [
  {
    key: 'person',
    title: (t) => t('records:column.person'),
    width: 220,
    cell: (record, t) => (
      <span className="list-cell-face">
        <FaceThumbnail kind="capture" imageId={record.hasCapture ? record.id : null} />
        <span>
          <ListLink to={pathTo('signRecord', { below: record.id })}>{personOf(record, t)}</ListLink>
          {record.candidates.length > 0 && <small className="record-candidates">{candidatesOf(record, t)}</small>}
        </span>
      </span>
    ),
    csv: (record, t) => [personOf(record, t), candidatesOf(record, t)].filter(Boolean).join(' · '),
    isFixed: true,
  },
  {
    key: 'at',
    title: (t) => t('records:column.at'),
    width: 180,
    cell: (record, t) => (
      <span className="tabular">
        <DoorTime at={record.recognisedAt} deviceId={record.device.id} />
        {record.hasDoubtfulTime && <em className="record-doubt">{t('records:doubtfulTime')}</em>}
      </span>
    ),
    brief: ({ recognisedAt }) => (
      <time dateTime={recognisedAt}>{briefTime(recognisedAt, instantOf(nowMs()), 'second')}</time>
    ),
    csvTime: (record) => record.recognisedAt,
    card: 'line',
  },
  {
    key: 'decision',
    title: (t) => t('records:column.decision'),
    // the commonest reason, "Unknown at this device", whole
    width: 220,
    cell: (record, t) => (
      <>
        <PassageDecision record={record} t={t} />
        {(record.abnormal !== 'none' || record.misrecognition) && (
          <small className="list-second">{reasonOf(record, t)}</small>
        )}
      </>
    ),
    csv: (record, t) => t(record.opened ? 'shared:decision.opened' : 'shared:decision.refused'),
    card: 'beside',
  },
  {
    key: 'device',
    title: (t) => t('records:column.device'),
    width: 200,
    // One of several doors has a name of its own, which goes first: it says more than the device.
    cell: (record) =>
      record.door && record.door.name !== record.device.name ? (
        <>
          {record.door.name}
          <small className="list-second">{placeOfRecord({ device: record.device, door: null })}</small>
        </>
      ) : (
        placeOfRecord(record)
      ),
    csv: doorOfRecord,
    card: 'line',
  },
  {
    key: 'score',
    title: (t) => t('records:column.score'),
    width: 80,
    isNumber: true,
    cell: (record) => <span className="tabular">{record.score === null ? '–' : scoreText(record.score)}</span>,
    csv: (record) => record.score,
  },
  {
    key: 'kind',
    title: (t) => t('records:column.kind'),
    width: 110,
    cell: (record, t) => t(`list:personKind.${record.kind}`),
    csv: (record, t) => t(`list:personKind.${record.kind}`),
  },
  {
    key: 'abnormal',
    title: (t) => t('records:column.abnormal'),
    width: 200,
    cell: (record, t) => reasonOf(record, t) || '–',
    csv: (record, t) => abnormalText(record.abnormal, t),
    isHidden: true,
  },
  {
    key: 'direction',
    title: (t) => t('records:column.direction'),
    width: 100,
    cell: (record, t) => t(`list:direction.${record.direction}`),
    csv: (record, t) => t(`list:direction.${record.direction}`),
  },
  {
    key: 'method',
    title: (t) => t('records:column.method'),
    width: 120,
    cell: (record, t) => entryModeText(record.entryMode, t),
    csv: (record, t) => entryModeText(record.entryMode, t),
    isHidden: true,
  },
  {
    key: 'receivedAt',
    title: (t) => t('records:column.receivedAt'),
    width: 180,
    cell: (record) => <span className="tabular">{companyTime(record.receivedAt)}</span>,
    csvTime: (record) => record.receivedAt,
    isHidden: true,
  },
]
