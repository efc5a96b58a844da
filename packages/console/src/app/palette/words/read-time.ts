import { oneOf } from './pattern.ts'
import type { SpokenWords } from './spoken-words.ts'

const o = String.raw`\s*`
const number = (words: SpokenWords) => `(?:\\d{1,3}|${oneOf(Object.keys(words.numbers))}{1,3})`

/** A time of the day, as text of a pattern without named groups. */
export function timePattern(words: SpokenWords): string {
  const half = oneOf(Object.keys(words.halves))
  const clock = String.raw`\d{1,2}[:：]\d{2}`
  const forms = words.isSpaced
    ? [`${clock}(?:${o}${half})?`, `\\d{1,2}${o}${half}`]
    : [`(?:${half}${o})?(?:${clock}|${number(words)}${o}[点點时時](?:${o}(?:半|${number(words)}${o}分?))?)`]
  return `(?:${[...forms, oneOf(Object.keys(words.times))].join('|')})`
}

/** The minute of the day that an expression of `timePattern` names; undefined: there is no such time. */
export function readTime(text: string, words: SpokenWords): number | undefined {
  const said = text.toLowerCase().replaceAll(/\s+/g, '')
  const known = words.times[said]
  if (known !== undefined) return known
  const half = Object.entries(words.halves).find(([name]) =>
    words.isSpaced ? said.endsWith(name) : said.startsWith(name),
  )?.[1]
  const bare = Object.keys(words.halves).reduce((rest, name) => rest.replace(name, ''), said)
  const [hourText = '', minuteText = ''] = bare.split(/[:：点點时時]/)
  const hour = numberOf(hourText, words)
  const minute = minuteText === '' ? 0 : minuteText === '半' ? 30 : numberOf(minuteText.replace('分', ''), words)
  if (hour === undefined || minute === undefined || minute > 59 || hour > 24 || (hour === 24 && minute > 0))
    return undefined
  if (half === undefined) return hour * 60 + minute
  if (words.isSpaced && (hour < 1 || hour > 12)) return undefined
  if (half === 12) return (hour < 12 ? hour + 12 : hour) * 60 + minute
  return (words.isSpaced && hour === 12 ? 0 : hour) * 60 + minute
}

/** Minutes of "2 hours" or 三天. */
export const durationPattern = (words: SpokenWords) => `${number(words)}${o}${oneOf(Object.values(words.units).flat())}`

const unitMinutes = { minute: 1, hour: 60, day: 1440, week: 10_080 } as const

export function readDuration(text: string, words: SpokenWords): number | undefined {
  const said = text.toLowerCase().replaceAll(/\s+/g, '')
  const units = (['minute', 'hour', 'day', 'week'] as const)
    .flatMap((unit) => words.units[unit].map((name) => ({ unit, name })))
    .toSorted((a, b) => b.name.length - a.name.length)
  const found = units.find(({ name }) => said.endsWith(name))
  const count = found && numberOf(said.slice(0, -found.name.length), words)
  return found && count !== undefined && count > 0 ? Math.round(count * unitMinutes[found.unit]) : undefined
}

/** Digits, a word, or tens as 十二 and 二十 are written. */
function numberOf(text: string, words: SpokenWords): number | undefined {
  if (/^\d+$/.test(text)) return Number(text)
  const known = words.numbers[text]
  if (known !== undefined) return known
  const tens = /^(.?)十(.?)$/.exec(text)
  if (!tens) return undefined
  const [, before = '', after = ''] = tens
  const [ten, one] = [before === '' ? 1 : words.numbers[before], after === '' ? 0 : words.numbers[after]]
  return ten === undefined || one === undefined ? undefined : ten * 10 + one
}
