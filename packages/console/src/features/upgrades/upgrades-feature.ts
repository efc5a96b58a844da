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
  firmware: {
    title: { en: 'Firmware', zh: '固件', 'zh-tw': '韌體' },
    load: () => import('./firmware-page.tsx'),
    texts: upgradesTexts,
  },
  firmwareDetail: {
    title: { en: 'Firmware detail', zh: '固件详情', 'zh-tw': '韌體詳情' },
    load: () => import('./firmware-detail-page.tsx'),
    texts: upgradesTexts,
  },
  application: {
    title: { en: 'Applications', zh: '应用', 'zh-tw': '應用程式' },
    load: () => import('./application-page.tsx'),
    texts: upgradesTexts,
  },
  applicationDetail: {
    title: { en: 'Application detail', zh: '应用详情', 'zh-tw': '應用程式詳情' },
    load: () => import('./application-detail-page.tsx'),
    texts: upgradesTexts,
  },
}
