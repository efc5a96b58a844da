import type { live as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const live = {
  title: '实时查看',
  purpose: '实时查看所选门口的通行情况，并可从这里开门。',
  doors: '要查看的门',
  doorsHint: '最多可选 {most} 扇门',
  stateOnline: '在线',
  stateOffline: '离线',
  open: '开门一次：{name}',
  openShort: '开门一次',
  openTitle: '现在打开 {name} 吗？',
  openText: '门会打开一次，时长按设备设置。此操作会写入操作日志。',
  openReason: '原因',
  openButton: '开门',
  openReasonMissing: '请填写开门原因。',
  opened: '已请求打开 {name}',
  offline: '设备离线，无法从这里开门。',
  passages: '通行情况',
  at: '{device}：{person}，{decision}',
  pause: '暂停',
  resume: '继续',
  paused: '已暂停：新的通行稍后显示',
  watching: '实时',
  none: {
    title: '尚未选择门',
    text: '请选择要查看的门。所选内容保留在地址中。',
  },
  empty: {
    title: '还没有人通行',
    text: '这些门的通行情况会自动出现在这里。',
  },
  noDevices: {
    title: '还没有设备',
    text: '请先添加设备，之后即可在这里查看。',
    action: '打开设备列表',
  },
  kept: '显示最近 {most} 次通行。',
  noCapture: '没有抓拍',
  capture: '{device} 的抓拍照片',
} as const satisfies SameShape<typeof english>
