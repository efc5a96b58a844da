import type { Language } from '../envelope.ts'

/**
 * The groups and the rule that every installation begins with. Migrations named them in English; until somebody renames
 * one, each reader sees its name in their own language.
 */
export const defaultNames = {
  staff: { en: 'Default staff group', zh: '默认员工组', 'zh-tw': '預設員工群組' },
  visitor: { en: 'Default visitor group', zh: '默认访客组', 'zh-tw': '預設訪客群組' },
  blacklisted: { en: 'Default blacklist group', zh: '默认黑名单组', 'zh-tw': '預設黑名單群組' },
  attendanceRule: { en: 'Default attendance rule', zh: '默认考勤规则', 'zh-tw': '預設考勤規則' },
} as const satisfies Record<string, Record<Language, string>>
const all: readonly Record<Language, string>[] = Object.values(defaultNames)

/** The place of a lockdown everywhere, which the operation log names in English. */
export const everywhere = {
  en: 'All sites',
  zh: '所有场所',
  'zh-tw': '所有場所',
} as const satisfies Record<Language, string>
const spoken: readonly Record<Language, string>[] = [...all, everywhere]

/** All of them in one language. */
export const defaultNamesIn = (language: Language) => ({
  staff: defaultNames.staff[language],
  visitor: defaultNames.visitor[language],
  blacklisted: defaultNames.blacklisted[language],
  attendanceRule: defaultNames.attendanceRule[language],
})

/**
 * A text in the language of its reader: a name, or several with commas, dashes or dots between them ("Gate – Default staff
 * group", "Red · All sites").
 */
export const withNamesIn = (language: Language, text: string): string =>
  text
    .split(/( – |, | · )/)
    .map((part) => spoken.find(({ en }) => en === part)?.[language] ?? part)
    .join('')

/** The stored name for a name that somebody wrote in their own language. */
export const storedName = (name: string): string => all.find((names) => Object.values(names).includes(name))?.en ?? name
