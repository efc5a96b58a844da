import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const portraitQualityTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const portraitQualityPages = {
  poorPortraits: {
    title: { en: 'Portrait quality', zh: '照片质量', 'zh-tw': '照片品質' },
    load: () => import('./portrait-quality-page.tsx'),
    texts: portraitQualityTexts,
  },
}
