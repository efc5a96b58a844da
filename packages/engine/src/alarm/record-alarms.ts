import { type AbnormalType, outsideTime, personKindCodes } from '../passage/vocabulary.ts'
import { type AlarmEvent, noSubject, serverEvent } from './alarm-event.ts'
import { alarmCodes } from './vocabulary.ts'

/** A record's facts about the person who stood at a door. */
export type AlarmRecord = {
  id: string
  atMs: number
  /** The time that the device claimed, if `atMs` is the time of arrival instead. */
  claimedAt: string | null
  kind: number
  abnormal: string
  personId: string | null
  captureHash: Uint8Array | null
}

/** The alarms that the server makes of records. */
export type RecordAlarmRules = {
  isBlacklistedEnabled: boolean
  isOutsideTimeEnabled: boolean
  isStrangersEnabled: boolean
  strangerCount: number
  strangerMinutes: number
}

/**
 * Records of these kinds of people, and of known people with these anomalies, may raise an alarm; all others are
 * skipped.
 */
export const alarmPersonKinds: readonly number[] = [personKindCodes.blacklisted, personKindCodes.stranger]
export const alarmAbnormalTypes: readonly AbnormalType[] = outsideTime

const isOutsideTime = (abnormal: string) => alarmAbnormalTypes.some((word) => word === abnormal)

/** Whether a record may raise an alarm, whatever the rules are at the moment. */
export const mayRaiseAlarm = ({ kind, abnormal }: Pick<AlarmRecord, 'kind' | 'abnormal'>): boolean =>
  alarmPersonKinds.includes(kind) || isOutsideTime(abnormal)

/**
 * The alarm that a single record raises: a blacklisted person stood there, or a known person came outside their time.
 * For a blacklisted person outside the time only the former counts.
 */
export function alarmOfRecord(record: AlarmRecord, rules: RecordAlarmRules): AlarmEvent | undefined {
  if (record.kind === personKindCodes.blacklisted)
    return rules.isBlacklistedEnabled ? momentOf(alarmCodes.blacklisted, record) : undefined
  return isOutsideTime(record.abnormal) && rules.isOutsideTimeEnabled
    ? momentOf(alarmCodes['outside-time'], record)
    : undefined
}

/** The records that may end a series of strangers, the latest first: records may come late, and many at once. */
export const possibleSeriesEnds = <T extends AlarmRecord>(records: readonly T[], rules: RecordAlarmRules): T[] =>
  rules.isStrangersEnabled ? records.filter(({ kind }) => kind === personKindCodes.stranger).toReversed() : []

/**
 * The alarm of a series of strangers that ends with this record; `strangers` is their number in the rule's minutes up
 * to it.
 */
export const alarmOfSeries = (
  last: AlarmRecord,
  strangers: number,
  { strangerCount, strangerMinutes }: RecordAlarmRules,
): AlarmEvent | undefined =>
  strangers < strangerCount
    ? undefined
    : { ...momentOf(alarmCodes.strangers, last), description: `${strangerCount} / ${strangerMinutes} min` }

const momentOf = (code: number, { id, atMs, claimedAt, personId, captureHash }: AlarmRecord): AlarmEvent =>
  serverEvent({
    state: 'raised',
    atMs,
    claimedAt,
    code,
    subject: personId ?? noSubject,
    personId,
    recordId: id,
    imageHash: captureHash,
  })
