import type { live as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const live = {
  title: '实时查看',
  purpose: '实时查看谁在门前，并可从这里开门。',
  doors: '要查看的门',
  doorsAll: '所有门；可选择只看其中几扇',
  doorsFirst: '{total} 扇门中的前 {most} 扇；请选择要看的门',
  stateOnline: '在线',
  stateOffline: '离线',
  passages: '通行情况',
  at: '{device}：{person}，{decision}',
  pause: '暂停',
  resume: '继续',
  paused: '已暂停：新的通行稍后显示',
  watching: '实时',
  empty: {
    title: '还没有人通行',
    text: '这些门的通行情况会自动出现在这里。',
  },
  noDevices: {
    title: '还没有设备',
    text: '请先添加设备，之后即可在这里查看。',
    action: '查看设备',
  },
  kept: '显示最近 {most} 次通行。',
  noCapture: '没有抓拍',
  capture: '{device} 的抓拍照片',
} as const satisfies SameShape<typeof english>
