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
  attendanceRules: {
    title: { en: 'Attendance rules', zh: '考勤规则', 'zh-tw': '考勤規則' },
    load: () => import('./rules/rules-page.tsx'),
    texts: attendanceTexts,
  },
  attendanceRulesDetail: {
    title: { en: 'Attendance rule detail', zh: '考勤规则详情', 'zh-tw': '考勤規則詳情' },
    load: () => import('./rules/rule-detail-page.tsx'),
    texts: attendanceTexts,
  },
  attendanceAreas: {
    title: { en: 'Attendance areas', zh: '考勤区域', 'zh-tw': '考勤區域' },
    load: () => import('./areas/areas-page.tsx'),
    texts: attendanceTexts,
  },
  attendanceAreasDetail: {
    title: { en: 'Attendance area detail', zh: '考勤区域详情', 'zh-tw': '考勤區域詳情' },
    load: () => import('./areas/area-detail-page.tsx'),
    texts: attendanceTexts,
  },
  attendanceRecord: {
    title: { en: 'Attendance records', zh: '考勤记录', 'zh-tw': '考勤記錄' },
    load: () => import('./days/records-page.tsx'),
    texts: attendanceTexts,
  },
  attendanceStatistics: {
    title: { en: 'Attendance statistics', zh: '考勤统计', 'zh-tw': '考勤統計' },
    load: () => import('./reports/statistics-page.tsx'),
    texts: attendanceTexts,
  },
}
