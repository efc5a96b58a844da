import type { AlarmState } from './vocabulary.ts'

/** The subject of an alarm that is about nobody in particular. */
export const noSubject = '00000000-0000-0000-0000-000000000000'

/** The subject of an alarm that is about one door of a device with several: such alarms at two doors are two alarms. */
export const subjectOfPort = (port: number): string =>
  `${noSubject.slice(0, -12)}${port.toString(16).padStart(12, '0')}`

/** The door of such a subject; null for any other. */
export function portOfSubject(subject: string): number | null {
  const port = subject.startsWith(noSubject.slice(0, -12)) ? Number.parseInt(subject.slice(-12), 16) : 0
  return port > 0 ? port : null
}

/** One message about an alarm, from a device or from the server in its place. */
export type AlarmEvent = {
  /** `raised-late`: a raise that arrives after the release of the same alarm. */
  state: AlarmState | 'raised-late'
  atMs: number
  /** The time that the device claimed, if `atMs` is the time of arrival instead. */
  claimedAt: string | null
  code: number
  /** The person that the alarm is about, where alarms about different people are different alarms; or a door. */
  subject: string
  /** The device's own id, the same from raise to release; null for the server's. */
  deviceAlarmId: string | null
  description: string | null
  personId: string | null
  recordId: string | null
  canRelease: boolean
  imageHash: Uint8Array | null
}

/**
 * An event of a device that the server itself observes: it concerns no person, has no picture, and bears the server's
 * time.
 */
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
