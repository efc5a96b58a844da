import { alarmTypesZh } from '@gatehouse/contract/texts/alarm-types-zh.ts'
import type { bell as english } from '../en/bell.ts'
import type { SameShape } from '../same-shape.ts'

/** The bell of the top bar, and the kinds of alarm, which the pages name as it does. */
export const bell = {
  title: '告警',
  count_one: '{count} 条新告警',
  count_other: '{count} 条新告警',
  many: '超过 99 条新告警',
  none: '没有未解除的告警',
  all: '全部告警',
  acknowledge: '确认',
  acknowledgeOne: '确认{device}的{alarm}',
  sound: '新告警提示音',
  notices: '此浏览器的通知…',
  notice: '{device}：{type}',
  visit: '有一条来访待审核',
  show: '查看',
  type: alarmTypesZh,
  unknownType: '未知告警 {code}',
} as const satisfies SameShape<typeof english>
