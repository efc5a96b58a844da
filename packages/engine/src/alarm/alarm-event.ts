import { alarmCodes, type AlarmState, isServerAlarm } from './vocabulary.ts'

/** The subject of an alarm that is about nobody in particular. */
export const noSubject = '00000000-0000-0000-0000-000000000000'

/** Something that a device, or the server for it, has to say of an alarm. */
export type AlarmEvent = {
  /** `raised-late`: a raise that arrives after the release of the same alarm. */
  state: AlarmState | 'raised-late'
  atMs: number
  /** The time that the device said, where `atMs` is when it arrived. */
  claimedAt: string | null
  code: number
  /** The person that it is about, where alarms of different people are different alarms. */
  subject: string
  /** The device's own id, the same from raise to release; null for the server's. */
  deviceAlarmId: string | null
  description: string | null
  personId: string | null
  recordId: string | null
  canRelease: boolean
  imageHash: Uint8Array | null
}

/** An event that the server itself sees of a device: about nobody, without a picture, and at the server's time. */
export const serverEvent = (event: Pick<AlarmEvent, 'state' | 'atMs' | 'code'> & Partial<AlarmEvent>): AlarmEvent => ({
  claimedAt: null,
  subject: noSubject,
  deviceAlarmId: null,
  description: null,
  personId: null,
  recordId: null,
  canRelease: false,
  imageHash: null,
  ...event,
})

/** Such an alarm has no state that could end: a person stood there, and left. */
export const isMoment = (code: number): boolean => isServerAlarm(code) && code !== alarmCodes['offline-too-long']
