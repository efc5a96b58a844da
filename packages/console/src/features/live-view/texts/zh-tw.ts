import type { live as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const live = {
  title: '即時檢視',
  purpose: '即時檢視所選門口的通行情況，並可從這裡開門。',
  doors: '要檢視的門',
  doorsHint: '最多可選 {most} 扇門',
  stateOnline: '在線',
  stateOffline: '離線',
  open: '開門一次：{name}',
  openShort: '開門一次',
  openTitle: '現在要打開 {name} 嗎？',
  openText: '門會打開一次，時長依設備設定。此操作會寫入操作日誌。',
  openReason: '原因',
  openButton: '開門',
  openReasonMissing: '請填寫開門原因。',
  opened: '已要求打開 {name}',
  offline: '設備離線，無法從這裡開門。',
  passages: '通行情況',
  at: '{device}：{person}，{decision}',
  pause: '暫停',
  resume: '繼續',
  paused: '已暫停：新的通行稍後顯示',
  watching: '即時',
  none: {
    title: '尚未選擇門',
    text: '請選擇要檢視的門。所選內容保留在網址中。',
  },
  empty: {
    title: '還沒有人通行',
    text: '這些門的通行情況會自動出現在這裡。',
  },
  noDevices: {
    title: '還沒有設備',
    text: '請先新增設備，之後即可在這裡檢視。',
    action: '開啟設備清單',
  },
  kept: '顯示最近 {most} 次通行。',
  noCapture: '沒有擷取畫面',
  capture: '{device} 的擷取畫面',
} as const satisfies SameShape<typeof english>
