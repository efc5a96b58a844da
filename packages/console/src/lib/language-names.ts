import type { Language } from '@gatehouse/contract/envelope.ts'

/** Each language by its own name, in every language: who cannot read the page must find theirs. */
export const languageNames: Record<Language, string> = { zh: '简体中文', 'zh-tw': '繁體中文', en: 'English' }
