import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const recordsTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const recordsPages = {
  signRecord: {
    title: { en: 'Recognition records', zh: '识别记录', 'zh-tw': '識別記錄' },
    load: () => import('./records-page.tsx'),
    texts: recordsTexts,
  },
}
