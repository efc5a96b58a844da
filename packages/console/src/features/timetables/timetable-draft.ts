import type { Holiday, Timetable, TimetableInput } from '@gatehouse/contract/features/timetables.ts'
import { type HolidayDate, newHolidays } from '@gatehouse/contract/holiday-file.ts'
import { type DayRanges, subtractRanges } from './day-ranges.ts'

/** The rows of the grid: Monday 1 to Sunday 7, and the holidays. */
export const rowNames = ['1', '2', '3', '4', '5', '6', '7', 'holiday'] as const
export type RowName = (typeof rowNames)[number]

/** A timetable as edited on the page, saved or not. */
export type Draft = {
  name: string
  validFromOn: string | null
  validToOn: string | null
  rows: Readonly<Record<RowName, DayRanges>>
  holidays: readonly Holiday[]
}

const officeHours = [{ startMinute: 8 * 60, endMinute: 18 * 60 }]

/** The hours of a new timetable: office hours on working days. */
export const emptyDraft: Draft = {
  name: '',
  validFromOn: null,
  validToOn: null,
  rows: {
    '1': officeHours,
    '2': officeHours,
    '3': officeHours,
    '4': officeHours,
    '5': officeHours,
    '6': [],
    '7': [],
    holiday: [],
  },
  holidays: [],
}

export function draftOf({ name, validFromOn, validToOn, week, holiday, holidays }: Timetable): Draft {
  const [monday = [], tuesday = [], wednesday = [], thursday = [], friday = [], saturday = [], sunday = []] = week
  return {
    name,
    validFromOn,
    validToOn,
    holidays,
    rows: {
      '1': monday,
      '2': tuesday,
      '3': wednesday,
      '4': thursday,
      '5': friday,
      '6': saturday,
      '7': sunday,
      holiday,
    },
  }
}

export const inputOf = ({ rows, holidays, ...rest }: Draft): TimetableInput => ({
  ...rest,
  week: rowNames.slice(0, 7).map((row) => [...rows[row]]),
  holiday: [...rows.holiday],
  holidays: [...holidays],
})

export const isSameDraft = (a: Draft, b: Draft) => JSON.stringify(inputOf(a)) === JSON.stringify(inputOf(b))

export type RowChange = { row: RowName; opens: DayRanges; closes: DayRanges }
export type DraftChanges = {
  rows: RowChange[]
  addedHolidays: Holiday[]
  removedHolidays: Holiday[]
  isPeriodChanged: boolean
}

/** The changes at the doors of a timetable when the draft is saved. */
export function changesBetween(before: Draft, after: Draft): DraftChanges {
  const rows = rowNames
    .map((row) => ({
      row,
      opens: subtractRanges(after.rows[row], before.rows[row]),
      closes: subtractRanges(before.rows[row], after.rows[row]),
    }))
    .filter(({ opens, closes }) => opens.length > 0 || closes.length > 0)
  const isIn = (list: readonly Holiday[], date: Holiday) =>
    list.some(({ on, isYearly }) => on === date.on && isYearly === date.isYearly)
  return {
    rows,
    addedHolidays: after.holidays.filter((date) => !isIn(before.holidays, date)),
    removedHolidays: before.holidays.filter((date) => !isIn(after.holidays, date)),
    isPeriodChanged: before.validFromOn !== after.validFromOn || before.validToOn !== after.validToOn,
  }
}

/** The holidays with those of a file; a date that is there stays as it is. Gives how many came in. */
export function withImported(holidays: readonly Holiday[], imported: readonly HolidayDate[]) {
  const added = newHolidays(holidays, imported)
  return { holidays: sortedHolidays([...holidays, ...added]), added: added.length }
}

export const sortedHolidays = (holidays: readonly Holiday[]) => holidays.toSorted((a, b) => (a.on < b.on ? -1 : 1))
