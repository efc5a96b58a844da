import { alarmTypesZhTw } from '@gatehouse/contract/texts/alarm-types-zh-tw.ts'
import type { bell as english } from '../en/bell.ts'
import type { SameShape } from '../same-shape.ts'

/** The bell of the top bar, and the kinds of alarm, which the pages name as it does. */
export const bell = {
  title: '警報',
  count_one: '{count} 則新警報',
  count_other: '{count} 則新警報',
  many: '超過 99 則新警報',
  none: '沒有未解除的警報',
  all: '全部警報',
  acknowledge: '確認',
  acknowledgeOne: '確認{device}的{alarm}',
  sound: '新警報提示音',
  notices: '此瀏覽器的通知…',
  notice: '{device}：{type}',
  visit: '有一筆來訪待審核',
  show: '檢視',
  type: alarmTypesZhTw,
  unknownType: '未知警報 {code}',
} as const satisfies SameShape<typeof english>
