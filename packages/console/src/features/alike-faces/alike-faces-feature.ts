import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const alikeFacesTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const alikeFacesPages = {
  alikeFaces: {
    title: { en: 'Alike faces', zh: '相似人脸', 'zh-tw': '相似人臉' },
    load: () => import('./alike-faces-page.tsx'),
    texts: alikeFacesTexts,
  },
}
