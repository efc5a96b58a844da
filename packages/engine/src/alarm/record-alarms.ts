import { type AbnormalType, outsideTime, personKindCodes } from '../passage/vocabulary.ts'
import { type AlarmEvent, noSubject, serverEvent } from './alarm-event.ts'
import { alarmCodes } from './vocabulary.ts'

/** A record's facts about the person who stood at a door. */
export type AlarmRecord = {
  id: string
  atMs: number
  /** The time that the device said, where `atMs` is when it arrived. */
  claimedAt: string | null
  kind: number
  abnormal: string
  personId: string | null
  captureHash: Uint8Array | null
}

/** Which alarms the server makes of records. */
export type RecordAlarmRules = {
  isBlacklistedEnabled: boolean
  isOutsideTimeEnabled: boolean
  isStrangersEnabled: boolean
  strangerCount: number
  strangerMinutes: number
}

/** People of these kinds, and known people who came with these words, may be worth an alarm; every other record is not looked at. */
export const alarmPersonKinds: readonly number[] = [personKindCodes.blacklisted, personKindCodes.stranger]
export const alarmAbnormalTypes: readonly AbnormalType[] = outsideTime

const isOutsideTime = (abnormal: string) => alarmAbnormalTypes.some((word) => word === abnormal)

/** Whether a record may be worth an alarm, whatever the rules of the moment are. */
export const mayRaiseAlarm = ({ kind, abnormal }: Pick<AlarmRecord, 'kind' | 'abnormal'>): boolean =>
  alarmPersonKinds.includes(kind) || isOutsideTime(abnormal)

/**
 * The alarm that one record raises by itself: somebody of the blacklist stood there, or somebody known came at a time that is
 * not theirs. A blacklisted person who comes outside the time is only the former.
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

/** The alarm of a series of strangers that ends with this record; `strangers` are those of the rule's minutes up to it. */
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
