import { oneOf, regexOf } from './pattern.ts'
import type { SpokenWords } from './spoken-words.ts'
import { addDays, type Day, dayFrom, weekdayOf } from './wall.ts'

/** Whether what has no year or week of its own is meant to come, or to be over. */
export type Direction = 'ahead' | 'back'
export type Days = { first: Day; end: Day }

const separators = String.raw`[-/.]`
const space = String.raw`\s*`

/** A day or a week, as text of a pattern without named groups. */
export function dayPattern(words: SpokenWords, gap: string): string {
  const shifts = oneOf([...words.thisOne, ...words.nextOne, ...words.lastOne])
  const months = oneOf(words.months.flat())
  const number = String.raw`\d{1,2}(?:st|nd|rd|th)?`
  const forms = [
    oneOf(Object.keys(words.weeks)),
    oneOf(Object.keys(words.days)),
    `(?:${shifts}${gap})?${oneOf(words.weekdays.flat())}`,
    String.raw`\d{4}${separators}\d{1,2}${separators}\d{1,2}`,
    words.isSpaced
      ? String.raw`(?:${number}\s+${months}|${months}\s+${number})(?:,?\s+\d{4})?`
      : `(?:\\d{4}${space}年${space})?\\d{1,2}${space}月${space}\\d{1,2}${space}[日号號]`,
  ]
  return `(?:${forms.join('|')})`
}

/** The days that an expression of `dayPattern` names. */
export function readDays(
  text: string,
  words: SpokenWords,
  today: Day,
  from: { direction: Direction; skipsToday: boolean },
) {
  const said = text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const week = words.weeks[said] ?? words.weeks[said.replaceAll(' ', '')]
  if (week !== undefined) {
    const first = addDays(today, week * 7 - weekdayOf(today))
    return { first, end: addDays(first, 7) }
  }
  const day = words.days[said]
  if (day !== undefined) return oneDay(addDays(today, day))
  return oneDay(weekday(said, words, today, from) ?? date(said, words, today, from.direction))
}

const oneDay = (first: Day | undefined): Days | undefined =>
  first === undefined ? undefined : { first, end: addDays(first, 1) }

function weekday(
  said: string,
  words: SpokenWords,
  today: Day,
  { direction, skipsToday }: { direction: Direction; skipsToday: boolean },
) {
  const wanted = words.weekdays.findIndex((names) => names.some((name) => said.endsWith(name)))
  if (wanted === -1) return undefined
  const name = words.weekdays[wanted]?.find((one) => said.endsWith(one)) ?? ''
  const shift = said.slice(0, said.length - name.length).trim()
  const monday = addDays(today, -weekdayOf(today))
  if (words.thisOne.includes(shift)) return addDays(monday, wanted)
  if (words.nextOne.includes(shift)) return addDays(monday, 7 + wanted)
  const distance = wanted - weekdayOf(today)
  // "last Friday" is the latest one; 上周五 is that of the week before
  if (words.lastOne.includes(shift))
    return words.isSpaced ? addDays(today, distance < 0 ? distance : distance - 7) : addDays(monday, wanted - 7)
  if (shift !== '') return undefined
  if (direction === 'back') return addDays(today, distance <= 0 ? distance : distance - 7)
  return addDays(today, distance > 0 || (distance === 0 && !skipsToday) ? distance : distance + 7)
}

function date(said: string, words: SpokenWords, today: Day, direction: Direction): Day | undefined {
  const numbers = said.match(/\d+/g)?.map(Number) ?? []
  const named = words.months.findIndex((names) => names.some((name) => regexOf(String.raw`\b${name}\b`, '').test(said)))
  const year = numbers.find((number) => number > 31)
  const [a = 0, b = 0] = numbers.filter((number) => number <= 31)
  const [month, day] = named === -1 ? [a, b] : [named + 1, a]
  if (year !== undefined) return dayFrom(year, month, day)
  const thisYear = Number(today.slice(0, 4))
  // of four years one has a 29 February
  const years = [0, 1, 2, 3, 4].map((distance) => thisYear + (direction === 'ahead' ? distance : -distance))
  return years
    .flatMap((one) => dayFrom(one, month, day) ?? [])
    .find((one) => (direction === 'ahead' ? one >= today : one <= today))
}
