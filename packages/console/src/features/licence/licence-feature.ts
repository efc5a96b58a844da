import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const licenceTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const licencePages = {
  licence: {
    title: { en: 'Licence', zh: '授权信息', 'zh-tw': '授權資訊' },
    load: () => import('./licence-page.tsx'),
    texts: licenceTexts,
  },
}
