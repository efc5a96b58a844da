import type { live as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const live = {
  title: '即時檢視',
  purpose: '即時查看誰在門前，並可從這裡開門。',
  doors: '要檢視的門',
  doorsAll: '所有門；可選擇只看其中幾扇',
  doorsFirst: '{total} 扇門中的前 {most} 扇；請選擇要看的門',
  stateOnline: '在線',
  stateOffline: '離線',
  passages: '通行情況',
  at: '{device}：{person}，{decision}',
  pause: '暫停',
  resume: '繼續',
  paused: '已暫停：新的通行稍後顯示',
  watching: '即時',
  empty: {
    title: '還沒有人通行',
    text: '這些門的通行情況會自動出現在這裡。',
  },
  noDevices: {
    title: '還沒有設備',
    text: '請先新增設備，之後即可在這裡檢視。',
    action: '檢視設備',
  },
  kept: '顯示最近 {most} 次通行。',
  noCapture: '沒有擷取畫面',
  capture: '{device} 的擷取畫面',
} as const satisfies SameShape<typeof english>
