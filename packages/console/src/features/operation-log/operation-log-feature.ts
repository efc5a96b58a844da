import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const operationLogTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const operationLogPages = {
  operationLog: {
    title: { en: 'Operation log', zh: '操作日志', 'zh-tw': '操作日誌' },
    load: () => import('./operation-log-page.tsx'),
    texts: operationLogTexts,
  },
}
