import type { Language } from '@gatehouse/contract/envelope.ts'
import { english } from './en.ts'
import type { SpokenWords } from './spoken-words.ts'
import { traditional } from './zh-tw.ts'
import { simplified } from './zh.ts'

export const wordsOf: Readonly<Record<Language, SpokenWords>> = { en: english, zh: simplified, 'zh-tw': traditional }

/** Every language is understood, whichever the console shows. */
export const allWords: readonly SpokenWords[] = [english, simplified, traditional]
