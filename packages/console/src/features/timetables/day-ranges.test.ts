import { describe, expect, it } from 'vitest'
import { addRange, moveEnd, moveRange, rangeAt, rangesText, readRanges, subtractRanges } from './day-ranges.ts'

const read = (text: string) => readRanges(text) ?? []

describe('[PASS-01] the hours of a day', () => {
  it.each([
    ['8-12', '08:00-12:00'],
    ['8:00 - 12:00, 13.30-18', '08:00-12:00, 13:30-18:00'],
    ['0800–1200；1300至2400', '08:00-12:00, 13:00-24:00'],
    ['13-18 8-12', '08:00-12:00, 13:00-18:00'],
    ['8-12 11-13', '08:00-13:00'],
    ['8-12 12-13', '08:00-13:00'],
    ['', ''],
  ])('the hours are read from %j', (typed, text) => {
    expect(rangesText(read(typed))).toBe(text)
  })

  it.each(['8', '25:00-26:00', '8-24:01', '8:60-9', '12-8', '8-8', '8-9-10', 'morning'])(
    'are not read from %j',
    (typed) => {
      expect(readRanges(typed)).toBeUndefined()
    },
  )

  it.each([
    ['', '8-12', '08:00-12:00'],
    ['8-12', '11-13', '08:00-13:00'],
    ['8-12, 14-18', '12-14', '08:00-18:00'],
    ['8-12', '20-24', '08:00-12:00, 20:00-24:00'],
  ])('the hours %j with %j are %j', (before, added, after) => {
    expect(rangesText(addRange(read(before), read(added)[0]!))).toBe(after)
  })

  it.each([
    ['8-20', '12-13', '08:00-12:00, 13:00-20:00'],
    ['8-20', '0-24', ''],
    ['8-12, 14-18', '11-15', '08:00-11:00, 15:00-18:00'],
    ['8-12', '12-13', '08:00-12:00'],
  ])('the hours %j without %j are %j', (before, taken, after) => {
    expect(rangesText(subtractRanges(read(before), read(taken)))).toBe(after)
  })

  it('the range at a minute is found, its end excluded', () => {
    expect(rangeAt(read('8-12'), 480)).toEqual({ startMinute: 480, endMinute: 720 })
    expect(rangeAt(read('8-12'), 720)).toBeUndefined()
  })

  it('a moved end merges the ranges that it reaches, and an empty range disappears', () => {
    const day = read('8-12, 14-18')
    expect(rangesText(moveEnd(day, day[0]!, 'endMinute', 15 * 60))).toBe('08:00-18:00')
    expect(rangesText(moveEnd(day, day[1]!, 'startMinute', 13 * 60))).toBe('08:00-12:00, 13:00-18:00')
    expect(rangesText(moveEnd(day, day[0]!, 'endMinute', 8 * 60))).toBe('14:00-18:00')
  })

  it('a moved range keeps its length, stays within the day, and is merged with those that it reaches', () => {
    const day = read('8-12, 14-18')
    expect(rangesText(moveRange(day, day[0]!, -60))).toBe('07:00-11:00, 14:00-18:00')
    expect(rangesText(moveRange(day, day[0]!, -600))).toBe('00:00-04:00, 14:00-18:00')
    expect(rangesText(moveRange(day, day[1]!, 600))).toBe('08:00-12:00, 20:00-24:00')
    expect(rangesText(moveRange(day, day[0]!, 180))).toBe('11:00-18:00')
  })
})
