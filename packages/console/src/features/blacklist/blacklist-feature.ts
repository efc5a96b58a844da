import { textSource, textsOf } from '../../i18n/text-source.ts'
import { personPageTexts } from '../../parts/person-page/person-page-texts.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const blacklistTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const blacklistPages = {
  blacklist: {
    title: { en: 'Blacklist', zh: '黑名单', 'zh-tw': '黑名單' },
    load: () => import('./blacklist-page.tsx'),
    texts: blacklistTexts,
  },
  blacklistDetail: {
    title: { en: 'Blacklist detail', zh: '黑名单详情', 'zh-tw': '黑名單詳情' },
    load: () => import('./blacklist-detail-page.tsx'),
    texts: textsOf(blacklistTexts, personPageTexts),
  },
}
