import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const companyTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const companyPages = {
  company: {
    title: { en: 'Company info', zh: '企业信息', 'zh-tw': '企業資訊' },
    load: () => import('./company-page.tsx'),
    texts: companyTexts,
  },
}
