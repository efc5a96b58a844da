import { textSource, textsOf } from '../../i18n/text-source.ts'
import { doorNowTexts } from '../../parts/door-now/door-now-texts.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const sitesTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const sitesPages = {
  sites: {
    title: { en: 'Sites and doors', zh: '场所与门', 'zh-tw': '場所與門' },
    load: () => import('./sites-page.tsx'),
    texts: sitesTexts,
  },
  siteDetail: {
    title: { en: 'Site detail', zh: '场所详情', 'zh-tw': '場所詳情' },
    load: () => import('./site-detail-page.tsx'),
    texts: sitesTexts,
  },
  doorDetail: {
    title: { en: 'Door detail', zh: '门详情', 'zh-tw': '門詳情' },
    load: () => import('./door/door-detail-page.tsx'),
    texts: textsOf(sitesTexts, doorNowTexts),
  },
  sitePlans: {
    title: { en: 'Floor plans', zh: '平面图', 'zh-tw': '平面圖' },
    load: () => import('./plans/site-plans-page.tsx'),
    texts: sitesTexts,
  },
}
