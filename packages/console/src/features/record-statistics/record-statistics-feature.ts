import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const recordStatisticsTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const recordStatisticsPages = {
  signCount: {
    title: { en: 'Recognition statistics', zh: '识别统计', 'zh-tw': '識別統計' },
    load: () => import('./statistics-page.tsx'),
    texts: recordStatisticsTexts,
  },
}
