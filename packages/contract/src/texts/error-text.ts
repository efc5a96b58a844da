import type { Language } from '../envelope.ts'
import { errorDefinitions, type ErrorCode } from '../errors.ts'
import { withNamesIn } from './default-names.ts'

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
  return errorDefinitions[code][language].replaceAll(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (_, name: string, one?: string, many?: string) => {
      const value = details[name]
      if (one !== undefined) return value === 1 ? one : (many ?? '')
      if (typeof value === 'string') return withNamesIn(language, value)
      return typeof value === 'number' ? value.toLocaleString(language) : absent
    },
  )
}
