import { textSource, textsOf } from '../../i18n/text-source.ts'
import { personPageTexts } from '../../parts/person-page/person-page-texts.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const visitorsTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const visitorsPages = {
  visitor: {
    title: { en: 'Visitors', zh: '访客', 'zh-tw': '訪客' },
    load: () => import('./visitors-page.tsx'),
    texts: visitorsTexts,
  },
  visitorDetail: {
    title: { en: 'Visitor detail', zh: '访客详情', 'zh-tw': '訪客詳情' },
    load: () => import('./visitor-detail-page.tsx'),
    texts: textsOf(visitorsTexts, personPageTexts),
  },
}
