import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allWords, wordsOf } from './all-words.ts'
import { momentIn } from './read-moment.ts'
import { readSaid } from './read-said.ts'
import { addDays, dayOf, minuteOf, wallAt, weekdayOf } from './wall.ts'

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1999-12-31', days))
const now = fc.tuple(day, fc.integer({ min: 0, max: 1439 })).map(([on, minute]) => wallAt(on, minute))
const language = fc.constantFrom('en', 'zh', 'zh-tw')
const ahead = (text: string, at: string) => momentIn(`somebody ${text}`, { now: at, direction: 'ahead', place: 'end' })

describe('a moment that somebody types', () => {
  it('a written date is that day in every language', () => {
    fc.assert(
      fc.property(now, day, (at, on) => {
        const [year, month, date] = on.split('-').map(Number)
        const name = wordsOf.en.months[(month ?? 1) - 1]?.[0]
        for (const text of [on, `${date} ${name} ${year}`, `${name} ${date}, ${year}`, `${year}年${month}月${date}日`])
          expect(ahead(text, at)?.moment).toEqual({
            isUntil: false,
            start: `${on}T00:00`,
            end: `${addDays(on, 1)}T00:00`,
          })
      }),
    )
  })

  it('a weekday is the next one, in every language the same, with spaces or without', () => {
    fc.assert(
      fc.property(now, fc.integer({ min: 0, max: 6 }), (at, weekday) => {
        const texts = allWords.flatMap(({ isSpaced, weekdays }) =>
          (weekdays[weekday] ?? []).flatMap((name) =>
            isSpaced ? [`until ${name}`, `till ${name}`] : [`到${name}`, `到 ${name}`, `到${name}之前`],
          ),
        )
        const found = texts.flatMap((text) => ahead(text, at) ?? [])
        const starts = new Set(found.map(({ moment }) => moment.start))
        expect(starts.size).toBe(1)
        const [start = ''] = starts
        const distance = (Date.parse(`${start}Z`) - Date.parse(`${dayOf(at)}T00:00Z`)) / 86_400_000
        expect(weekdayOf(dayOf(start))).toBe(weekday)
        expect(distance).toBeGreaterThanOrEqual(1)
        expect(distance).toBeLessThanOrEqual(7)
      }),
    )
  })

  it('a weekday that is over is one of the last seven days', () => {
    fc.assert(
      fc.property(now, language, fc.integer({ min: 0, max: 6 }), (at, spoken, weekday) => {
        const name = wordsOf[spoken].weekdays[weekday]?.[0] ?? ''
        const found = momentIn(`x ${name}`, { now: at, direction: 'back', place: 'end' })
        expect(weekdayOf(dayOf(found?.moment.start ?? ''))).toBe(weekday)
        expect(found && found.moment.start <= at).toBe(true)
        expect(found && found.moment.end > addDays(dayOf(at), -6)).toBe(true)
      }),
    )
  })

  it('a time alone is the next one', () => {
    fc.assert(
      fc.property(now, fc.integer({ min: 0, max: 1439 }), (at, minute) => {
        const clock = wallAt('2026-01-01', minute).slice(11)
        for (const text of [`until ${clock}`, `到${clock}`, `到${Number(clock.slice(0, 2))}点${clock.slice(3)}分`]) {
          const start = ahead(text, at)?.moment.start ?? ''
          expect(minuteOf(start)).toBe(minute)
          expect(start > at && start <= wallAt(addDays(dayOf(at), 1), minuteOf(at))).toBe(true)
        }
      }),
    )
  })

  it('morning and afternoon are told apart as each language does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 11 }), fc.boolean(), (hour, isLater) => {
        const starts = [`tomorrow ${hour}${isLater ? 'pm' : 'am'}`, `明天${isLater ? '下午' : '上午'}${hour}点`].map(
          (text) => ahead(text, '2026-11-27T09:00')?.moment.start,
        )
        const expected = wallAt('2026-11-28', (hour + (isLater ? 12 : 0)) * 60)
        expect(starts).toEqual([expected, expected])
      }),
    )
  })

  it('the text before a moment is left, and a moment alone leaves nothing to act on', () => {
    fc.assert(
      fc.property(now, fc.stringMatching(/^[b-df-hj-np-tv-z]{3,12}$/), (at, name) => {
        expect(momentIn(`${name} until monday`, { now: at, direction: 'ahead', place: 'end' })?.rest).toBe(name)
        expect(momentIn(`${name}到周一`, { now: at, direction: 'ahead', place: 'end' })?.rest).toBe(name)
      }),
    )
    expect(momentIn('until monday', { now: '2026-11-27T09:00', direction: 'ahead', place: 'end' })).toBeNull()
  })

  it('every moment ends after it begins, whatever is typed', () => {
    const word = fc.constantFrom(
      ...allWords.flatMap(({ days, weekdays, months, until, untilAfter, times, weeks, verbs, host, at }) =>
        [
          Object.keys(days),
          weekdays.flat(),
          months.flat(),
          until,
          untilAfter,
          Object.keys(times),
          Object.keys(weeks),
          Object.values(verbs).flat(),
          host,
          at,
        ].flat(),
      ),
      '31',
      '2',
      '24:00',
      '9:30',
      '-',
      '2026-02-30',
      '下午',
      'pm',
      '点',
      '周',
      'ada',
      '王伟',
      '(',
      '\\',
      '…',
      '?',
    )
    fc.assert(
      fc.property(
        now,
        fc.array(fc.oneof(word, fc.string({ maxLength: 6 })), { maxLength: 8 }),
        fc.constantFrom('', ' '),
        (at, parts, gap) => {
          for (const { moment } of readSaid(parts.join(gap), at)) {
            if (!moment) continue
            expect(moment.start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
            expect(moment.end >= moment.start).toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each(['visitor ada 30 february', '访客张三2月30日', 'visitor ada 25:00', '暂停王伟到99点'])(
    '"%s" names no moment',
    (text) => {
      const [first] = readSaid(text, '2026-11-27T09:00')
      expect(first?.moment ?? null).toBeNull()
    },
  )
})
