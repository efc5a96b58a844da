import type { Language } from '../envelope.ts'
import { type RecordWords, recordWordsEn } from './record-words-en.ts'
import { recordWordsZhTw } from './record-words-zh-tw.ts'
import { recordWordsZh } from './record-words-zh.ts'

export const recordWords: Readonly<Record<Language, RecordWords>> = {
  en: recordWordsEn,
  zh: recordWordsZh,
  'zh-tw': recordWordsZhTw,
}
