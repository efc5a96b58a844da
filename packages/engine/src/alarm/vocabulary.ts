/** The words of alarms. Names and numbers only: the contract builds its schemas from these. */

import { doorAlarms } from '../door/vocabulary.ts'

/**
 * Kinds of alarm and their codes: those of terminals as the device protocol numbers them, from 50001 on those of our own
 * that a decision at a door raises, and from 90001 on those that the server makes of what terminals report.
 */
export const alarmCodes = {
  tamper: 10001,
  'forced-open': 10002,
  'door-open-too-long': 10003,
  'wrong-passwords': 10004,
  'bluetooth-battery-low': 10005,
  'thermal-camera': 10006,
  'camera-blocked': 20001,
  spoof: 20002,
  fire: 20003,
  'feature-extraction': 40001,
  'anti-passback': 50001,
  'occupancy-limit': 50002,
  duress: 50003,
  blacklisted: 90001,
  'outside-time': 90002,
  strangers: 90003,
  'offline-too-long': 90004,
  cloned: 90005,
  'person-elsewhere': 90006,
  'visit-overdue': 90007,
  'face-threshold-low': 90008,
} as const

export const firstServerCode = 90_001
/** The server makes these alarms of what it sees; no device can be asked to release one. */
export const isServerAlarm = (code: number): boolean => code >= firstServerCode

/** A decision about a person raised it. */
export const isDoorAlarm = (code: number): boolean => doorAlarms.some((type) => alarmCodes[type] === code)

const personCodes: ReadonlySet<number> = new Set([
  alarmCodes.blacklisted,
  alarmCodes['outside-time'],
  alarmCodes.strangers,
  alarmCodes['visit-overdue'],
])
/** The alarm is about people: who sees no people does not hear of it. One about people whom a device does not know is about the device. */
export const isOfPerson = (code: number): boolean => personCodes.has(code) || isDoorAlarm(code)

const endedByServer: ReadonlySet<number> = new Set([
  alarmCodes['offline-too-long'],
  alarmCodes['visit-overdue'],
  alarmCodes['face-threshold-low'],
])
/** The server sees the end of it: a device is back, a visitor is out, a threshold is high enough. */
export const endsAtServer = (code: number): boolean => endedByServer.has(code)

/** Such an alarm has no state that could end: a person stood there, and left. */
export const isMoment = (code: number): boolean => isDoorAlarm(code) || (isServerAlarm(code) && !endsAtServer(code))

/** The messages that a device may send about an alarm. */
export const alarmStates = ['raised', 'released', 'release-failed'] as const
export type AlarmState = (typeof alarmStates)[number]

/** The status of an alarm. `release-failed`: a device was asked to release it and could not. */
export const alarmStatuses = ['raised', 'acknowledged', 'release-failed', 'released'] as const
export type AlarmStatus = (typeof alarmStatuses)[number]

/** In these an alarm needs somebody: it is not over, and nobody has taken it on. */
export const alarmStatusesOfNeed = ['raised', 'release-failed'] as const satisfies readonly AlarmStatus[]

/** The entries of an alarm's trace, by a device, by the server or by a person. */
export const traceKinds = [
  'raised',
  'repeated',
  'released',
  'released-without-raise',
  'release-asked',
  'release-failed',
  'released-by-hand',
  'acknowledged',
  'assigned',
  'unassigned',
  'commented',
  'mailed',
] as const
export type TraceKind = (typeof traceKinds)[number]

/**
 * The way in which an alarm ends: `remote` by a command to its device, `by-hand` at the console, `by-itself` once its
 * cause has gone.
 */
export const releaseWays = ['remote', 'by-hand', 'by-itself'] as const
export type ReleaseWay = (typeof releaseWays)[number]

/** The outcome of a request to release one alarm. */
export const releaseOutcomes = ['released', 'asked', 'by-itself', 'device-offline', 'released-before', 'gone'] as const
export type ReleaseOutcome = (typeof releaseOutcomes)[number]
