import type { ShownAlarmType } from '../device/alarm-types.ts'

export const alarmTypesZh = {
  tamper: '设备被拆除',
  'forced-open': '强行开门',
  'door-open-too-long': '门磁超时',
  'wrong-passwords': '密码攻击',
  'bluetooth-battery-low': '蓝牙电量低',
  'thermal-camera': '测温摄像头连接异常',
  'camera-blocked': '摄像头被遮挡或脏污',
  spoof: '非活体攻击',
  fire: '火警',
  'feature-extraction': '特征提取失败',
  'anti-passback': '违反反潜回',
  'occupancy-limit': '区域人数超限',
  duress: '人员受胁迫',
  blacklisted: '黑名单人员出现',
  'outside-time': '人员在非通行时段出现',
  strangers: '陌生人频繁出现',
  'offline-too-long': '设备离线过久',
  cloned: '两台机器使用同一身份',
  'person-elsewhere': '设备上报了未下发至该设备的人员',
  unknown: '未知告警',
} as const satisfies Record<ShownAlarmType, string>
