import { currentLanguage } from '../../lib/language.ts'
import { instantMs } from '../../lib/clock.ts'

const locales = { en: 'en-GB', zh: 'zh-CN', 'zh-tw': 'zh-TW' } as const

/** The name of the day of a date, in the language of the reader. */
export const weekdayOf = (on: string) =>
  new Intl.DateTimeFormat(locales[currentLanguage()], { weekday: 'long', timeZone: 'UTC' }).format(
    instantMs(`${on}T00:00:00Z`),
  )

/** A date with its day, as one says it: Monday, 23 November. */
export const dayInWords = (on: string) =>
  new Intl.DateTimeFormat(locales[currentLanguage()], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(instantMs(`${on}T00:00:00Z`))
