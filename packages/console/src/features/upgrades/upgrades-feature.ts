import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const upgradesTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const upgradesPages = {
  firmware: { load: () => import('./firmware-page.tsx'), texts: upgradesTexts },
  firmwareDetail: { load: () => import('./firmware-detail-page.tsx'), texts: upgradesTexts },
  application: { load: () => import('./application-page.tsx'), texts: upgradesTexts },
  applicationDetail: { load: () => import('./application-detail-page.tsx'), texts: upgradesTexts },
}
