import type { Language } from '../envelope.ts'
import type { ErrorCode } from '../errors.ts'
import { withNamesIn } from './default-names.ts'
import { errorsEn } from './errors-en.ts'
import { errorsZh } from './errors-zh.ts'
import { errorsZhTw } from './errors-zh-tw.ts'

export const errorTexts: Record<Language, Record<ErrorCode, string>> = {
  zh: errorsZh,
  'zh-tw': errorsZhTw,
  en: errorsEn,
}

/**
 * The text of a code in a language, its `{placeholders}` filled from the details; of an absent detail, `absent` stands there.
 * `{count|person|people}` is the first word where there is one of them, else the second.
 */
export function errorText(
  code: ErrorCode,
  language: Language,
  details: Readonly<Record<string, unknown>> = {},
  absent = '',
): string {
  return errorTexts[language][code].replaceAll(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (_, name: string, one?: string, many?: string) => {
      const value = details[name]
      if (one !== undefined) return value === 1 ? one : (many ?? '')
      if (typeof value === 'string') return withNamesIn(language, value)
      return typeof value === 'number' ? value.toLocaleString(language) : absent
    },
  )
}
