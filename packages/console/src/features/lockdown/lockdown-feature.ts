import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const lockdownTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const lockdownPages = {
  lockdowns: {
    title: { en: 'Lockdowns', zh: '封锁与紧急开门', 'zh-tw': '封鎖與緊急開門' },
    load: () => import('./lockdowns-page.tsx'),
    texts: lockdownTexts,
  },
}
