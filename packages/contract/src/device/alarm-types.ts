import { alarmCodes, firstServerCode } from '@gatehouse/engine/alarm/vocabulary.ts'

// For the console and terminals, which do not know the rules of alarms.
export { alarmCodes, type AlarmState } from '@gatehouse/engine/alarm/vocabulary.ts'

export type AlarmType = keyof typeof alarmCodes
/** The type as it is shown: a terminal newer than this release may have types of its own, known by their number alone. */
export type ShownAlarmType = AlarmType | 'unknown'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its keys
export const alarmTypes = Object.keys(alarmCodes) as [AlarmType, ...AlarmType[]]
export const shownAlarmTypes = [...alarmTypes, 'unknown'] as const

/** The alarms that a terminal may report. */
export const deviceAlarmTypes = alarmTypes.filter((type) => alarmCodes[type] < firstServerCode)
export const deviceAlarmCodes = deviceAlarmTypes.map((type) => alarmCodes[type])

const typesByCode = new Map<number, AlarmType>(alarmTypes.map((type) => [alarmCodes[type], type]))
export const alarmTypeOf = (code: number): AlarmType | undefined => typesByCode.get(code)
