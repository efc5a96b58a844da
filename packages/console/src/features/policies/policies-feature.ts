import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const policiesTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const policiesPages = {
  policies: {
    title: { en: 'Policies', zh: '通行策略', 'zh-tw': '通行策略' },
    load: () => import('./policies-page.tsx'),
    texts: policiesTexts,
  },
}
