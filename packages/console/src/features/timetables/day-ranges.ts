import type { MinuteRange } from '@gatehouse/contract/features/timetables.ts'
import { clockOf } from '../../lib/format-date.ts'

/** The hours of one day, in order and apart. */
export type DayRanges = readonly MinuteRange[]

export const dayMinutes = 1440

const byStart = (a: MinuteRange, b: MinuteRange) => a.startMinute - b.startMinute

export const rangeText = ({ startMinute, endMinute }: MinuteRange) => `${clockOf(startMinute)}-${clockOf(endMinute)}`
export const rangesText = (ranges: DayRanges) => ranges.map(rangeText).join(', ')

/** Ranges that overlap or touch become one. */
function merged(ranges: DayRanges): MinuteRange[] {
  const result: MinuteRange[] = []
  for (const range of ranges.toSorted(byStart)) {
    const last = result.at(-1)
    if (last && range.startMinute <= last.endMinute) {
      result[result.length - 1] = {
        startMinute: last.startMinute,
        endMinute: Math.max(last.endMinute, range.endMinute),
      }
    } else if (range.startMinute < range.endMinute) result.push(range)
  }
  return result
}

export const addRange = (ranges: DayRanges, range: MinuteRange) => merged([...ranges, range])

/** The rest of `ranges` without the hours of `taken`. */
export function subtractRanges(ranges: DayRanges, taken: DayRanges): MinuteRange[] {
  return merged(taken).reduce<MinuteRange[]>(
    (left, { startMinute, endMinute }) =>
      left
        .flatMap((range) => [
          { startMinute: range.startMinute, endMinute: Math.min(range.endMinute, startMinute) },
          { startMinute: Math.max(range.startMinute, endMinute), endMinute: range.endMinute },
        ])
        .filter((range) => range.startMinute < range.endMinute),
    merged(ranges),
  )
}

export const rangeAt = (ranges: DayRanges, minute: number) =>
  ranges.find(({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute)

/** Moves one end of a range; overlapping ranges are merged, and an empty one is removed. */
export function moveEnd(ranges: DayRanges, range: MinuteRange, end: keyof MinuteRange, minute: number): MinuteRange[] {
  const others = ranges.filter((one) => one !== range)
  return merged([...others, { ...range, [end]: minute }])
}

/** Moves a whole range within the day; it keeps its length, and is merged with the ranges that it reaches. */
export function moveRange(ranges: DayRanges, range: MinuteRange, minutes: number): MinuteRange[] {
  const { startMinute, endMinute } = range
  const by = Math.min(dayMinutes - endMinute, Math.max(-startMinute, minutes))
  const others = ranges.filter((one) => one !== range)
  return merged([...others, { startMinute: startMinute + by, endMinute: endMinute + by }])
}

/** A time that was typed: `8`, `8:30`, `0830`, `24:00`. */
function minuteOf(text: string): number | undefined {
  const [, hour = '', minute = '0'] = /^(\d{1,2})(?:[:.：]?(\d{2}))?$/.exec(text.trim()) ?? []
  if (hour === '' || Number(minute) > 59) return undefined
  const value = Number(hour) * 60 + Number(minute)
  return value <= dayMinutes ? value : undefined
}

/** The hours that were typed, `08:00-12:00, 13:00-18:00`; undefined where something in it is no range. Overlaps are joined. */
export function readRanges(text: string): MinuteRange[] | undefined {
  const parts = text
    .replaceAll(/\s*[-–—~～至到]\s*/g, '-')
    .split(/[,;，；、\s]+/)
    .filter(Boolean)
  const ranges = parts.map((part) => {
    const [from = '', to = '', ...more] = part.split('-')
    const [startMinute, endMinute] = [minuteOf(from), minuteOf(to)]
    if (startMinute === undefined || endMinute === undefined || more.length > 0 || startMinute >= endMinute) return
    return { startMinute, endMinute }
  })
  return ranges.every((range) => range !== undefined) ? merged(ranges) : undefined
}
