import { allWords } from './all-words.ts'
import { edgesOf, gapOf, oneOf, regexOf } from './pattern.ts'
import { dayPattern, type Direction, readDays } from './read-day.ts'
import { durationPattern, readDuration, readTime, timePattern } from './read-time.ts'
import type { SpokenWords } from './spoken-words.ts'
import { addDays, type Day, dayOf, minuteOf, type Wall, wallAt } from './wall.ts'

/**
 * A time that somebody has typed. Of "until Monday" it is that Monday, so that one action can end before it and another after it; a
 * moment begins and ends at once.
 */
export type Moment = { isUntil: boolean; start: Wall; end: Wall }

/** The part of a text in which a moment is looked for: "at the end" leaves 周一凡 her name. */
export type Place = 'start' | 'end' | 'anywhere'
type Asked = { now: Wall; direction: Direction; place: Place }

type Form = { pattern: string; read: (groups: Groups, words: SpokenWords, asked: Asked) => Moment | undefined }
type Groups = Readonly<Record<string, string | undefined>>

/** The moment in a text, and what is left of it. Null: none, or nothing else. */
export function momentIn(text: string, asked: Asked): { moment: Moment; rest: string } | null {
  const found = allWords.flatMap((words, language) =>
    formsOf(language, words).flatMap((form) => {
      const { before, after } = edgesOf(words)
      const head = asked.place === 'start' ? '^' : ''
      const tail = asked.place === 'end' ? '$' : ''
      const match = regexOf(`${head}${before}(?:${form.pattern})${after}${tail}`, 'iu').exec(text.trim())
      const moment = match && form.read(match.groups ?? {}, words, asked)
      return match && moment ? [{ moment, from: match.index, length: match[0].length }] : []
    }),
  )
  // the first, and of those that begin together the longest: "until Monday" is more than "Monday"
  const [best] = found.toSorted((a, b) => a.from - b.from || b.length - a.length)
  if (!best) return null
  const trimmed = text.trim()
  const rest = [trimmed.slice(0, best.from), trimmed.slice(best.from + best.length)]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  return rest === '' ? null : { moment: best.moment, rest }
}

const kept = new Map<number, readonly Form[]>()
function formsOf(language: number, words: SpokenWords): readonly Form[] {
  const known = kept.get(language)
  if (known) return known
  const made = makeForms(words)
  kept.set(language, made)
  return made
}

function makeForms(words: SpokenWords): Form[] {
  const gap = gapOf(words)
  const day = dayPattern(words, gap)
  const time = timePattern(words)
  const at = words.isSpaced ? String.raw`(?:at\s+)?` : ''
  const hour = words.isSpaced ? String.raw`|(?:at\s+)\d{1,2}` : ''
  const when = `(?:(?<day>${day})(?:${gap}${at}(?<timeOfDay>${time}${hour}))?|(?<time>${time}))`
  const until = `${oneOf(words.until)}${gap}${when}(?:${gap}${oneOf(words.untilAfter)})?`
  const range = String.raw`\s*(?:[-–~～]|${oneOf(words.to)})\s*`
  return [
    { pattern: until, read: readUntil },
    ...(words.untilAfter.length > 0 ? [{ pattern: `${when}${gap}${oneOf(words.untilAfter)}`, read: readUntil }] : []),
    { pattern: `(?:${oneOf(words.during)}${gap})?(?<duration>${durationPattern(words)})`, read: readSpan },
    { pattern: `(?:${oneOf(words.from)}${gap})?${when}`, read: readDuring },
    {
      pattern: `(?:${oneOf(words.from)}${gap})?(?:(?<day>${day})${gap}${at})?(?<from>${time})${range}(?<to>${time})`,
      read: readHours,
    },
    { pattern: `(?:${oneOf(words.from)}${gap})?(?<first>${day})${range}(?<last>${day})`, read: readDaysRange },
  ]
}

const daysOf = (text: string, words: SpokenWords, { now, direction }: Asked, skipsToday = false) =>
  readDays(text, words, dayOf(now), { direction, skipsToday })

const timeOf = (text: string, words: SpokenWords) => {
  const bare = /^at\s+(\d{1,2})$/i.exec(text.trim())
  return readTime(bare ? `${bare[1]}:00` : text, words)
}

/** The next time that the clock shows this minute, or the last one. */
function nextAt(minute: number, { now, direction }: Asked): Wall {
  const today = dayOf(now)
  if (direction === 'ahead') return wallAt(minute > minuteOf(now) ? today : addDays(today, 1), minute)
  return wallAt(minute <= minuteOf(now) ? today : addDays(today, -1), minute)
}

function pointOf({ day, timeOfDay, time }: Groups, words: SpokenWords, asked: Asked, skipsToday: boolean) {
  if (time !== undefined) {
    const minute = timeOf(time, words)
    return minute === undefined ? undefined : { at: nextAt(minute, asked) }
  }
  const days = day === undefined ? undefined : daysOf(day, words, asked, skipsToday)
  if (!days) return undefined
  if (timeOfDay === undefined) return { days }
  const minute = timeOf(timeOfDay, words)
  return minute === undefined ? undefined : { at: wallAt(days.first, minute), dayEnd: wallAt(days.first, 1440) }
}

const wholeDays = ({ first, end }: { first: Day; end: Day }) => ({ start: wallAt(first, 0), end: wallAt(end, 0) })

function readUntil(groups: Groups, words: SpokenWords, asked: Asked): Moment | undefined {
  const point = pointOf(groups, words, asked, true)
  if (!point) return undefined
  return point.days ? { isUntil: true, ...wholeDays(point.days) } : { isUntil: true, start: point.at, end: point.at }
}

function readDuring(groups: Groups, words: SpokenWords, asked: Asked): Moment | undefined {
  const point = pointOf(groups, words, asked, false)
  if (!point) return undefined
  if (point.days) return { isUntil: false, ...wholeDays(point.days) }
  const end = point.dayEnd ?? wallAt(dayOf(point.at), 1440)
  return { isUntil: false, start: point.at, end: end > point.at ? end : wallAt(dayOf(point.at), 1440) }
}

function readSpan({ duration = '' }: Groups, words: SpokenWords, { now, direction }: Asked): Moment | undefined {
  const minutes = readDuration(duration, words)
  if (minutes === undefined) return undefined
  const [start, end] = [wallAt(dayOf(now), minuteOf(now) - minutes), wallAt(dayOf(now), minuteOf(now) + minutes)]
  return direction === 'ahead' ? { isUntil: true, start: end, end } : { isUntil: false, start, end: now }
}

function readHours({ day, from = '', to = '' }: Groups, words: SpokenWords, asked: Asked): Moment | undefined {
  const [first, last] = [timeOf(from, words), timeOf(to, words)]
  const on = day === undefined ? dayOf(asked.now) : daysOf(day, words, asked)?.first
  if (first === undefined || last === undefined || on === undefined || last <= first) return undefined
  return { isUntil: false, start: wallAt(on, first), end: wallAt(on, last) }
}

function readDaysRange({ first = '', last = '' }: Groups, words: SpokenWords, asked: Asked): Moment | undefined {
  const from = daysOf(first, words, asked)
  const to = daysOf(last, words, asked)
  if (!from || !to || to.end <= from.first) return undefined
  return { isUntil: false, start: wallAt(from.first, 0), end: wallAt(to.end, 0) }
}
