import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const houseTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const livePages = {
  live: {
    title: { en: 'Live', zh: '实时', 'zh-tw': '即時' },
    load: () => import('./live-page.tsx'),
    texts: houseTexts,
  },
  guard: {
    title: { en: 'Guard mode', zh: '值守模式', 'zh-tw': '值守模式' },
    load: () => import('./guard/guard-page.tsx'),
    texts: houseTexts,
  },
}
