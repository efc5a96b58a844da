import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const dashboardTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const dashboardPages = {
  dashboard: {
    title: { en: 'Console', zh: '控制台', 'zh-tw': '控制台' },
    load: () => import('./dashboard-page.tsx'),
    texts: dashboardTexts,
  },
}
