import type { ShownAlarmType } from '../device/alarm-types.ts'
import type { Language } from '../envelope.ts'
import { alarmTypesEn } from './alarm-types-en.ts'
import { alarmTypesZhTw } from './alarm-types-zh-tw.ts'
import { alarmTypesZh } from './alarm-types-zh.ts'

export const alarmTypeTexts: Readonly<Record<Language, Readonly<Record<ShownAlarmType, string>>>> = {
  en: alarmTypesEn,
  zh: alarmTypesZh,
  'zh-tw': alarmTypesZhTw,
}
