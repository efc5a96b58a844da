import type { Text } from '../../i18n/i18n.ts'
import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { companyTime } from '../../lib/format-date.ts'
import { currentLanguage } from '../../lib/language.ts'

const locales = { en: 'en-GB', zh: 'zh-CN', 'zh-tw': 'zh-TW' } as const

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locales[currentLanguage()], { timeZone: 'UTC', ...options })

const noon = (on: string) => instantMs(`${on}T12:00:00Z`)
const dayMs = 86_400_000

/** Today on the clock of the enterprise. */
export const todayOn = () => companyTime(instantOf(nowMs()), 'day')

const isThisYear = (on: string) => on.slice(0, 4) === todayOn().slice(0, 4)

/** "Monday 23 November", with the year if it is another one; today and yesterday say so. */
export function dayName(on: string, t: Text): string {
  const day = formatOf({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear(on) ? {} : { year: 'numeric' }),
  }).format(noon(on))
  const today = todayOn()
  if (on === today) return t('personPage:timeline.today', { day })
  if (on === instantOf(noon(today) - dayMs).slice(0, 10)) return t('personPage:timeline.yesterday', { day })
  return day
}

export const shortDayName = (on: string) => formatOf({ weekday: 'short', day: 'numeric' }).format(noon(on))
export const monthName = (month: string) =>
  formatOf({ month: 'long', ...(isThisYear(month) ? {} : { year: 'numeric' }) }).format(noon(`${month}-01`))

/** "14:05"; with the date if that is not today. */
export function shortTime(at: string): string {
  const text = companyTime(at, 'minute')
  return text.startsWith(todayOn()) ? text.slice(11) : text
}

export function spanText(minutes: number, t: Text): string {
  if (minutes < 60) return t('personPage:time.minutes', { minutes })
  return t('personPage:time.hours', {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, '0'),
  })
}
