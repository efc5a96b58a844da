import { readCopy, readDoorNumber } from '@gatehouse/contract/device/outcome-words.ts'
import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { AlertOutlined, FireFilled } from '@ant-design/icons'
import type { Text } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { briefTime, companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { ListLink } from '../../ui/list/list-link.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'
import { DoorTime } from '../../parts/device/door-clock.tsx'

const meanings = { raised: 'bad', acknowledged: 'attention', 'release-failed': 'bad', released: 'good' } as const

/** The status as icon and word, including a remote release in progress. */
export function AlarmState({ alarm, t }: { alarm: Alarm; t: Text }) {
  if (alarm.isReleasing) return <StatusMark meaning="waiting">{t('shared:alarmStatus.releasing')}</StatusMark>
  return <StatusMark meaning={meanings[alarm.status]}>{t(`shared:alarmStatus.${alarm.status}`)}</StatusMark>
}

const measured = ['strangers', 'offline-too-long', 'visit-overdue', 'face-threshold-low'] as const
/** Its description is a number with its unit, which the text puts into words. */
const isMeasured = (type: Alarm['type']): type is (typeof measured)[number] => measured.some((one) => one === type)

/** The device's own words, or the server's, with the person whom the alarm is about. */
export function describeAlarm({ type, description, person }: Alarm, t: Text): string {
  return [person?.name, description && inWords(type, description, t)].filter(Boolean).join(' · ')
}

function inWords(type: Alarm['type'], description: string, t: Text): string {
  if (isMeasured(type)) return t(`alarms:description.${type}`, { what: description })
  const number = readDoorNumber(description)
  if (number !== undefined) return t('alarms:description.door', { number })
  const copy = type === 'cloned' ? readCopy(description) : undefined
  if (!copy) return description
  const words =
    copy.is === 'also-from' ? t('alarms:copy.also-from', { network: copy.network }) : t(`alarms:copy.${copy.is}`)
  return `${words} · ${copy.address}`
}

export const placeOf = ({ device }: Alarm) => [device.name, device.location].filter(Boolean).join(' · ')

const instantCell = (instant: string | null) => <span className="tabular">{companyTime(instant) || '–'}</span>

/** The kinds whose picture is a face: only in their place is one missing. */
const kindsOfFaces: readonly Alarm['type'][] = [
  'spoof',
  'feature-extraction',
  'anti-passback',
  'occupancy-limit',
  'duress',
  'blacklisted',
  'outside-time',
  'strangers',
]

/**
 * The picture; where there is none, and never is one of a face, a sign of the kind, also for who is not shown the people at doors.
 * A fire is seen at once.
 */
function AlarmPicture({ alarm }: { alarm: Alarm }) {
  const seesFaces = useCan()('record.read')
  if (alarm.hasImage || (seesFaces && kindsOfFaces.includes(alarm.type)))
    return <FaceThumbnail kind="alarm" imageId={alarm.hasImage ? alarm.id : null} />
  const isFire = alarm.type === 'fire'
  const isBurning = isFire && alarm.status !== 'released'
  return (
    <span className="face-thumbnail alarm-sign" data-fire={isBurning || undefined}>
      {isFire ? <FireFilled aria-hidden /> : <AlertOutlined aria-hidden />}
    </span>
  )
}

/** The default columns fit next to the menu at 1440 px. */
export const alarmColumns: readonly ListColumn<Alarm>[] = [
  {
    key: 'type',
    title: (t) => t('alarms:column.type'),
    width: 252,
    cell: (alarm, t) => (
      <span className="list-cell-face">
        <AlarmPicture alarm={alarm} />
        <ListLink to={pathTo('deviceAlarm', { below: alarm.id })}>{alarmTitle(alarm, t)}</ListLink>
      </span>
    ),
    csv: (alarm, t) => alarmTitle(alarm, t),
    isFixed: true,
  },
  {
    key: 'status',
    title: (t) => t('alarms:column.status'),
    width: 148,
    cell: (alarm, t) => <AlarmState alarm={alarm} t={t} />,
    csv: (alarm, t) => t(`shared:alarmStatus.${alarm.status}`),
    card: 'beside',
  },
  {
    key: 'device',
    title: (t) => t('alarms:column.device'),
    width: 180,
    cell: ({ device }) => (
      <>
        {device.name}
        {device.location && <small className="list-second">{device.location}</small>}
      </>
    ),
    brief: ({ device }) => device.name,
    csv: placeOf,
    card: 'line',
  },
  {
    key: 'at',
    title: (t) => t('alarms:column.at'),
    width: 180,
    cell: (alarm, t) => (
      <span className="tabular">
        <DoorTime at={alarm.raisedAt} deviceId={alarm.device.id} />
        {alarm.hasDoubtfulTime && <em className="alarm-doubt">{t('alarms:doubtfulTime')}</em>}
      </span>
    ),
    brief: (alarm, t) => (
      <>
        {briefTime(alarm.raisedAt, instantOf(nowMs()), 'minute')}
        {alarm.hasDoubtfulTime && <em className="alarm-doubt">{t('alarms:doubtfulTime')}</em>}
      </>
    ),
    csvTime: (alarm) => alarm.raisedAt,
    card: 'line',
  },
  {
    key: 'times',
    title: (t) => t('alarms:column.times'),
    width: 74,
    cell: (alarm, t) => (alarm.times > 1 ? t('alarms:times', { count: alarm.times }) : '–'),
    csv: (alarm) => alarm.times,
    card: 'line',
  },
  {
    key: 'description',
    title: (t) => t('alarms:column.description'),
    width: 126,
    cell: (alarm, t) => describeAlarm(alarm, t) || '–',
    csv: describeAlarm,
    card: 'line',
  },
  {
    key: 'handler',
    title: (t) => t('alarms:column.handler'),
    width: 114,
    cell: (alarm) => alarm.handler?.name ?? '–',
    csv: (alarm) => alarm.handler?.name,
    card: 'line',
  },
  {
    key: 'lastAt',
    title: (t) => t('alarms:column.lastAt'),
    width: 180,
    cell: (alarm) => instantCell(alarm.lastAt),
    csvTime: (alarm) => alarm.lastAt,
    isHidden: true,
  },
  {
    key: 'releasedAt',
    title: (t) => t('alarms:column.releasedAt'),
    width: 180,
    cell: (alarm) => instantCell(alarm.releasedAt),
    csvTime: (alarm) => alarm.releasedAt,
    isHidden: true,
  },
  {
    key: 'receivedAt',
    title: (t) => t('alarms:column.receivedAt'),
    width: 180,
    cell: (alarm) => instantCell(alarm.receivedAt),
    csvTime: (alarm) => alarm.receivedAt,
    isHidden: true,
  },
  {
    key: 'doubt',
    title: (t) => t('alarms:doubtfulTime'),
    width: 130,
    cell: (alarm, t) => (alarm.hasDoubtfulTime ? t('alarms:isDoubtful') : '–'),
    csv: (alarm, t) => (alarm.hasDoubtfulTime ? t('alarms:isDoubtful') : ''),
    isHidden: true,
  },
  {
    key: 'claimedAt',
    title: (t) => t('alarms:column.claimedAt'),
    width: 180,
    cell: (alarm) => instantCell(alarm.claimedAt),
    csvTime: (alarm) => alarm.claimedAt,
    isHidden: true,
  },
  {
    key: 'code',
    title: (t) => t('alarms:column.code'),
    width: 90,
    cell: (alarm) => <span className="tabular">{alarm.code}</span>,
    csv: (alarm) => alarm.code,
    isHidden: true,
  },
]
