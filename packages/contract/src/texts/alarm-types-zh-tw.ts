import type { ShownAlarmType } from '../device/alarm-types.ts'

export const alarmTypesZhTw = {
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
  'anti-passback': '違反反潛回',
  'occupancy-limit': '區域人數超限',
  duress: '人員遭脅迫',
  blacklisted: '黑名單人員出現',
  'outside-time': '人員於非通行時段出現',
  strangers: '陌生人頻繁出現',
  'offline-too-long': '設備離線過久',
  cloned: '兩台機器使用同一身分',
  'person-elsewhere': '設備回報了未下發至該設備的人員',
  unknown: '未知警報',
} as const satisfies Record<ShownAlarmType, string>
