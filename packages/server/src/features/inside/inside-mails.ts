import type { Language } from '@gatehouse/contract/envelope.ts'
import type { Mail } from '../../lib/mail.ts'

const words = {
  en: {
    dayEnd: (count: number, site: string) => `${site}: ${count === 1 ? '1 person' : `${count} people`} still inside`,
    listed: (at: string) =>
      `At the end of the day (${at}) nobody had seen these people leave. They still count as inside:`,
    signedOut: (at: string) =>
      `At the end of the day (${at}) nobody had seen these people leave. They count as gone from then on:`,
    overdue: (count: number, site: string) =>
      `${site}: ${count === 1 ? 'a visitor is' : `${count} visitors are`} inside after the end of the visit`,
    overdueText: 'Their visit is over, and nobody has seen them leave:',
    line: (name: string, area: string, at: string) => `${name} · ${area} · since ${at}`,
    visit: (name: string, area: string, at: string) => `${name} · ${area} · visit ended ${at}`,
    more: (count: number) => `And ${count} more.`,
    page: 'Inside now:',
  },
  zh: {
    dayEnd: (count: number, site: string) => `${site}：仍有 ${count} 人在场`,
    listed: (at: string) => `每日结束时（${at}），以下人员没有离开的记录，仍计为在场：`,
    signedOut: (at: string) => `每日结束时（${at}），以下人员没有离开的记录，自此计为已离开：`,
    overdue: (count: number, site: string) => `${site}：${count} 名访客来访结束后仍在场`,
    overdueText: '以下访客的来访时间已结束，但没有离开的记录：',
    line: (name: string, area: string, at: string) => `${name} · ${area} · ${at} 起`,
    visit: (name: string, area: string, at: string) => `${name} · ${area} · 来访于 ${at} 结束`,
    more: (count: number) => `另有 ${count} 人。`,
    page: '在场人员：',
  },
  'zh-tw': {
    dayEnd: (count: number, site: string) => `${site}：仍有 ${count} 人在場`,
    listed: (at: string) => `每日結束時（${at}），以下人員沒有離開的記錄，仍計為在場：`,
    signedOut: (at: string) => `每日結束時（${at}），以下人員沒有離開的記錄，自此計為已離開：`,
    overdue: (count: number, site: string) => `${site}：${count} 名訪客在來訪結束後仍在場`,
    overdueText: '以下訪客的來訪時間已結束，但沒有離開的記錄：',
    line: (name: string, area: string, at: string) => `${name} · ${area} · ${at} 起`,
    visit: (name: string, area: string, at: string) => `${name} · ${area} · 來訪於 ${at} 結束`,
    more: (count: number) => `另有 ${count} 人。`,
    page: '在場人員：',
  },
} as const satisfies Record<Language, object>

/** A longer list would not be read. */
const maxListed = 100

export type SiteOfMail = { id: string; name: string; timeZone: string }
type Options = { language: Language; site: SiteOfMail; url: string }

/** On the clock of the site, which is named. */
function clockTime(instant: string, timeZone: string): string {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  return `${at.toPlainDate().toString()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })} (${timeZone})`
}

function listOf(lines: readonly string[], { language, site, url }: Options, lead: string): string {
  const text = words[language]
  const more = lines.length > maxListed ? [text.more(lines.length - maxListed)] : []
  const page = `${text.page} ${url}/sign/inside?siteId=${site.id}`
  return [lead, lines.slice(0, maxListed).join('\n'), ...more, page].join('\n\n')
}

/** The mail about the people whom nobody saw leave by the end of the day. */
export function dayEndMail(
  people: readonly { name: string; area: string; since: string }[],
  options: Options & { at: string; isSignedOut: boolean },
): Omit<Mail, 'to'> {
  const text = words[options.language]
  const { timeZone } = options.site
  const at = clockTime(options.at, timeZone)
  const lines = people.map(({ name, area, since }) => text.line(name, area, clockTime(since, timeZone)))
  return {
    subject: text.dayEnd(people.length, options.site.name),
    text: listOf(lines, options, options.isSignedOut ? text.signedOut(at) : text.listed(at)),
  }
}

/** The mail about visitors who are inside although their visit is over. */
export function overdueMail(
  visitors: readonly { name: string; area: string; valid_to: string }[],
  options: Options,
): Omit<Mail, 'to'> {
  const text = words[options.language]
  const lines = visitors.map(({ name, area, valid_to }) =>
    text.visit(name, area, clockTime(valid_to, options.site.timeZone)),
  )
  return { subject: text.overdue(visitors.length, options.site.name), text: listOf(lines, options, text.overdueText) }
}
