import { textSource } from '../../i18n/text-source.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const accountTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const accountPages = {
  account: {
    title: { en: 'Account permissions', zh: '账号权限', 'zh-tw': '帳號權限' },
    load: () => import('./accounts-page.tsx'),
    texts: accountTexts,
  },
  ownAccount: { load: () => import('./own-account.tsx'), texts: accountTexts },
  password: { load: () => import('./password-page.tsx'), texts: accountTexts },
}
