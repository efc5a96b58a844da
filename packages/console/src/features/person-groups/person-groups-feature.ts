import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const personGroupsTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const personGroupsPages = {
  staffGroup: {
    title: { en: 'Staff groups', zh: '员工组', 'zh-tw': '員工群組' },
    load: () => import('./staff-groups-page.tsx'),
    texts: personGroupsTexts,
  },
  visitorGroup: {
    title: { en: 'Visitor groups', zh: '访客组', 'zh-tw': '訪客群組' },
    load: () => import('./visitor-groups-page.tsx'),
    texts: personGroupsTexts,
  },
  blacklistGroup: {
    title: { en: 'Blacklist groups', zh: '黑名单组', 'zh-tw': '黑名單群組' },
    load: () => import('./blacklist-groups-page.tsx'),
    texts: personGroupsTexts,
  },
}
