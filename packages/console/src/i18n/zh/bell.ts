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
  sound: '新告警提示音',
  notice: '{device}：{type}',
  show: '查看',
  // the same words as in mails (contract/texts/alarm-types.ts)
  type: {
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
    blacklisted: '黑名单人员出现',
    'outside-time': '人员在非通行时段出现',
    strangers: '陌生人频繁出现',
    'offline-too-long': '设备离线过久',
    cloned: '两台机器使用同一身份',
  },
} as const satisfies SameShape<typeof english>
