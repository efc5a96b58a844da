import { textSource, textsOf } from '../../i18n/text-source.ts'
import { personPageTexts } from '../../parts/person-page/person-page-texts.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const staffTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const staffPages = {
  staff: {
    title: { en: 'Staff', zh: '员工', 'zh-tw': '員工' },
    load: () => import('./staff-page.tsx'),
    texts: staffTexts,
  },
  staffDetail: {
    title: { en: 'Staff detail', zh: '员工详情', 'zh-tw': '員工詳情' },
    load: () => import('./detail/staff-detail-page.tsx'),
    texts: textsOf(staffTexts, personPageTexts),
  },
}
