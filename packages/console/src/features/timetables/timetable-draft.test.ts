import { describe, expect, it } from 'vitest'
import { changesBetween, emptyDraft, inputOf, withImported } from './timetable-draft.ts'

const hours = (from: number, to: number) => ({ startMinute: from * 60, endMinute: to * 60 })
const date = (on: string, isYearly = false) => ({ on, isYearly, remark: '' })

describe('[PASS-01] before a timetable is saved', () => {
  it('a draft shows when doors would open and close, row by row', () => {
    const after = { ...emptyDraft, rows: { ...emptyDraft.rows, '1': [hours(9, 20)], '6': [hours(10, 12)] } }
    expect(changesBetween(emptyDraft, after).rows).toEqual([
      { row: '1', opens: [hours(18, 20)], closes: [hours(8, 9)] },
      { row: '6', opens: [hours(10, 12)], closes: [] },
    ])
    expect(changesBetween(after, after)).toEqual({
      rows: [],
      addedHolidays: [],
      removedHolidays: [],
      isPeriodChanged: false,
    })
  })

  it('a draft shows which dates become holidays and which no longer are', () => {
    const before = { ...emptyDraft, holidays: [date('2026-10-01'), date('2026-12-25')] }
    const after = { ...emptyDraft, validToOn: '2026-12-31', holidays: [date('2026-10-01', true), date('2026-12-25')] }
    expect(changesBetween(before, after)).toEqual({
      rows: [],
      addedHolidays: [date('2026-10-01', true)],
      removedHolidays: [date('2026-10-01')],
      isPeriodChanged: true,
    })
  })

  it('holidays of a file join the existing ones, each once', () => {
    const { holidays, added } = withImported(
      [date('2026-10-01')],
      [date('2026-01-01'), date('2026-10-01'), date('2026-01-01')],
    )
    expect([holidays.map(({ on }) => on), added]).toEqual([['2026-01-01', '2026-10-01'], 1])
  })

  it('a draft is sent as seven days and the holiday row', () => {
    const { week, holiday } = inputOf(emptyDraft)
    expect([week.length, week[5], holiday]).toEqual([7, [], []])
  })
})
