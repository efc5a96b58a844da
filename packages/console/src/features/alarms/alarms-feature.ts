import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const alarmsTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const alarmsPages = {
  deviceAlarm: {
    title: { en: 'Device alarms', zh: '设备告警', 'zh-tw': '設備警報' },
    load: () => import('./alarms-page.tsx'),
    texts: alarmsTexts,
  },
}
