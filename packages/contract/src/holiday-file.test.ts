import { describe, expect, it } from 'vitest'
import { hasHoliday, newHolidays, readHolidayFile } from './holiday-file.ts'

const datesOf = (text: string) => readHolidayFile(text).holidays.map(({ on, remark }) => `${on} ${remark}`)

describe('[PASS-01] a file of holidays', () => {
  it('holidays are read from an iCalendar: each day of a long event, folded lines whole', () => {
    const calendar = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20261001',
      'DTEND;VALUE=DATE:20261004',
      'SUMMARY:National',
      '  Day\\, golden week',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART:20260101T000000Z',
      'RRULE:FREQ=YEARLY',
      'SUMMARY:New Year',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'SUMMARY:Without a date',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
    const { holidays, problems } = readHolidayFile(calendar)
    expect(holidays).toEqual([
      { on: '2026-01-01', isYearly: true, remark: 'New Year' },
      { on: '2026-10-01', isYearly: false, remark: 'National Day, golden week' },
      { on: '2026-10-02', isYearly: false, remark: 'National Day, golden week' },
      { on: '2026-10-03', isYearly: false, remark: 'National Day, golden week' },
    ])
    expect(problems).toEqual([{ line: 12, text: 'Without a date' }])
  })

  it('a feast that moves with the weekday is not read as a yearly one', () => {
    const rule = (rrule: string) =>
      readHolidayFile(`BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261126\nRRULE:${rrule}\nEND:VEVENT\n`).holidays[0]
        ?.isYearly
    expect(rule('FREQ=YEARLY')).toBe(true)
    expect(rule('FREQ=YEARLY;BYMONTH=11;BYDAY=4TH')).toBe(false)
    expect(rule('FREQ=YEARLY;UNTIL=20271126')).toBe(false)
    expect(rule('FREQ=MONTHLY')).toBe(false)
  })

  it.each([
    ['commas', 'date,name\n2026-01-01,New Year\n2026-05-01,"Labour, day"'],
    ['semicolons and a byte order mark', '\uFEFFdate;name\r\n2026/1/1;New Year\r\n2026/5/1;Labour, day'],
    ['tabs', '2026.01.01\tNew Year\n\n20260501\tLabour, day'],
    ['Chinese dates', '日期,名称\n2026年1月1日,New Year\n2026年5月1日,"Labour, day"'],
  ])('holidays are read from a table with %s', (_how, text) => {
    expect(datesOf(text)).toEqual(['2026-01-01 New Year', '2026-05-01 Labour, day'])
  })

  it('each date is taken once, in order, and the lines that cannot be read are named', () => {
    const file = readHolidayFile('2026-10-02,Second\n2026-10-01,First,yearly\n2026-10-02,Again\n2026-02-30,Never\nx')
    expect(file.holidays).toEqual([
      { on: '2026-10-01', isYearly: true, remark: 'First' },
      { on: '2026-10-02', isYearly: false, remark: 'Second' },
    ])
    expect(file.problems.map(({ line }) => line)).toEqual([4, 5])
  })

  it('the last day of a month, of a year and of February is known', () => {
    const days = (from: string, to: string) =>
      datesOf(`BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:${from}\nDTEND:${to}\nEND:VEVENT\n`).map((date) => date.trim())
    expect(days('20261231', '20270102')).toEqual(['2026-12-31', '2027-01-01'])
    expect(days('20280228', '20280302')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    expect(days('21000228', '21000302')).toEqual(['2100-02-28', '2100-03-01'])
  })

  it.each([
    ['2026-10-10,国庆节 补班 第1天/共1天'],
    ['2026-10-10,国庆节（班）'],
    ['2026-10-10,補行上班日'],
    ['2026-10-10,Special Working Day (National Day)'],
    ['2026-10-10,in return for the 2nd,working day'],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261010\nSUMMARY:国庆节 补班\nEND:VEVENT'],
  ])('[ATT-01] the days that make up for a holiday are kept apart from the holidays: %s', (text) => {
    const { holidays, workingDays } = readHolidayFile(text)
    expect([holidays, workingDays.map(({ on }) => on)]).toEqual([[], ['2026-10-10']])
  })

  it('a word in its name never turns a holiday into a working day', () => {
    expect(datesOf('2026-05-01,Workers’ Day\n2026-05-02,Non-working day\n2026-05-03,班禅节')).toHaveLength(3)
  })

  it('a joined list holds each date once, and a yearly one as its month and day', () => {
    const date = (on: string, isYearly = false) => ({ on, isYearly, remark: '' })
    const known = [date('2026-10-01'), date('2020-12-25', true)]
    const imported = [date('2026-01-01'), date('2026-10-01'), date('2026-01-01'), date('2026-12-25', true)]
    expect(newHolidays(known, imported)).toEqual([date('2026-01-01')])
    expect(hasHoliday(known, date('2026-12-25', true))).toBe(true)
    expect(hasHoliday(known, date('2026-12-25'))).toBe(false)
  })

  it('a file of another kind gives no holidays', () => {
    expect(datesOf('')).toEqual([])
    expect(datesOf('%PDF-1.4 \u0000\u0001')).toEqual([])
  })
})
