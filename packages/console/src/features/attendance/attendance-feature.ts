import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const attendanceTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const attendancePages = {
  attendanceRules: { load: () => import('./rules/rules-page.tsx'), texts: attendanceTexts },
  attendanceRulesDetail: { load: () => import('./rules/rule-detail-page.tsx'), texts: attendanceTexts },
  attendanceAreas: { load: () => import('./areas/areas-page.tsx'), texts: attendanceTexts },
  attendanceAreasDetail: { load: () => import('./areas/area-detail-page.tsx'), texts: attendanceTexts },
  attendanceRecord: { load: () => import('./days/records-page.tsx'), texts: attendanceTexts },
  attendanceStatistics: { load: () => import('./reports/statistics-page.tsx'), texts: attendanceTexts },
}
