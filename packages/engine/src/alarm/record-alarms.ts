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
  /** The device named somebody whom it does not know. */
  isElsewhere: boolean
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
export const mayRaiseAlarm = ({
  kind,
  abnormal,
  isElsewhere,
}: Pick<AlarmRecord, 'kind' | 'abnormal' | 'isElsewhere'>): boolean =>
  isElsewhere || alarmPersonKinds.includes(kind) || isOutsideTime(abnormal)

/**
 * The alarm that a single record raises: the device named somebody whom it does not know, a blacklisted person stood there, or a known
 * person came outside their time; the first of these that applies. No setting switches the first one off: a device that does so is mad or in
 * the wrong hands.
 */
export function alarmOfRecord(record: AlarmRecord, rules: RecordAlarmRules): AlarmEvent | undefined {
  if (record.isElsewhere) return momentOf(alarmCodes['person-elsewhere'], record)
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
