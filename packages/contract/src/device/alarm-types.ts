/**
 * Kinds of alarm and their codes: those of terminals as the device protocol numbers them, and from 90001 on those that the
 * server makes of what terminals report.
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
  blacklisted: 90001,
  'outside-time': 90002,
  strangers: 90003,
  'offline-too-long': 90004,
  cloned: 90005,
} as const

export type AlarmType = keyof typeof alarmCodes
/** As it is shown: a terminal may be newer than this release and have kinds of its own, known by their number alone. */
export type ShownAlarmType = AlarmType | 'unknown'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its keys
export const alarmTypes = Object.keys(alarmCodes) as [AlarmType, ...AlarmType[]]
export const shownAlarmTypes = [...alarmTypes, 'unknown'] as const

const firstServerCode = 90_001
/** What a terminal may report. */
export const deviceAlarmTypes = alarmTypes.filter((type) => alarmCodes[type] < firstServerCode)
export const deviceAlarmCodes = deviceAlarmTypes.map((type) => alarmCodes[type])

const typesByCode = new Map<number, AlarmType>(alarmTypes.map((type) => [alarmCodes[type], type]))
export const alarmTypeOf = (code: number): AlarmType | undefined => typesByCode.get(code)
/** Made by the server of what it sees; no device can be asked to release it. */
export const isServerAlarm = (code: number): boolean => code >= firstServerCode

export const alarmStates = ['raised', 'released', 'release-failed'] as const
export type AlarmState = (typeof alarmStates)[number]
