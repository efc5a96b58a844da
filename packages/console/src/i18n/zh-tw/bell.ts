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
  sound: '新警報提示音',
  notice: '{device}：{type}',
  show: '查看',
  // the same words as in mails (contract/texts/alarm-types.ts)
  type: {
    tamper: '設備遭拆除',
    'forced-open': '強行開門',
    'door-open-too-long': '門磁逾時',
    'wrong-passwords': '密碼攻擊',
    'bluetooth-battery-low': '藍牙電量低',
    'thermal-camera': '測溫鏡頭連線異常',
    'camera-blocked': '鏡頭被遮擋或髒汙',
    spoof: '非活體攻擊',
    fire: '火警',
    'feature-extraction': '特徵擷取失敗',
    blacklisted: '黑名單人員出現',
    'outside-time': '人員於非通行時段出現',
    strangers: '陌生人頻繁出現',
    'offline-too-long': '設備離線過久',
    cloned: '兩台機器使用同一身分',
  },
} as const satisfies SameShape<typeof english>
