import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

const musterTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const musterPages = {
  muster: {
    title: { en: 'Muster', zh: '集合点名', 'zh-tw': '集合點名' },
    load: () => import('./musters-page.tsx'),
    texts: musterTexts,
  },
  musterDetail: {
    title: { en: 'Muster detail', zh: '集合点名详情', 'zh-tw': '集合點名詳情' },
    load: () => import('./muster-detail-page.tsx'),
    texts: musterTexts,
  },
  siteMuster: {
    title: { en: 'Muster of a site', zh: '场所的集合点名', 'zh-tw': '場所的集合點名' },
    load: () => import('./site-muster-page.tsx'),
    texts: musterTexts,
  },
}
