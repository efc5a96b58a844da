import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const timetablesTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const timetablesPages = {
  schedules: {
    title: { en: 'Timetables', zh: '通行时间表', 'zh-tw': '通行時間表' },
    load: () => import('./timetables-page.tsx'),
    texts: timetablesTexts,
  },
  schedulesDetail: {
    title: { en: 'Timetable detail', zh: '时间表详情', 'zh-tw': '時間表詳情' },
    load: () => import('./timetable-detail-page.tsx'),
    texts: timetablesTexts,
  },
}
