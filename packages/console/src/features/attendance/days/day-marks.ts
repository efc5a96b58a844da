import type { MonthOfPerson } from '@gatehouse/contract/features/attendance/days.ts'
import type { Text } from '../../../i18n/i18n.ts'

export type MarkedDay = MonthOfPerson['days'][number]

/** Marks differ in shape, not in colour alone. */
export const dayMarks = ['normal', 'late', 'early', 'both', 'missed', 'absence', 'overtime', 'open'] as const
type DayMark = (typeof dayMarks)[number]

const marks: Record<MarkedDay['verdict'], DayMark | undefined> = {
  normal: 'normal',
  late: 'late',
  'early-leave': 'early',
  'late-and-early-leave': 'both',
  'workday-overtime': 'overtime',
  'holiday-overtime': 'overtime',
  absence: 'absence',
  'missed-punch': 'missed',
  none: undefined,
}

/** The mark of a day; a rest day without work has none. */
export const markOf = ({ verdict, isProvisional }: MarkedDay): DayMark | undefined =>
  verdict === 'none' && isProvisional ? 'open' : marks[verdict]

/** The meaning of the mark, in words. */
export function wordsOfDay(day: MarkedDay | undefined, t: Text): string {
  if (!day) return t('attendance:records.noDay')
  if (day.verdict === 'none')
    return day.isProvisional ? t('attendance:records.provisional') : t(`attendance:dayKind.${day.dayKind}`)
  return t(`attendance:verdict.${day.verdict}`)
}

/** A cell of the grid: the row of a person, the column of a date. */
export type Cell = { row: number; column: number }

/** The cell to which a key leads; undefined for other keys. */
export function cellAfter(key: string, { row, column }: Cell, rows: number, columns: number): Cell | undefined {
  const [lastRow, lastColumn] = [rows - 1, columns - 1]
  const to: Partial<Record<string, Cell>> = {
    ArrowUp: { row: Math.max(0, row - 1), column },
    ArrowDown: { row: Math.min(lastRow, row + 1), column },
    ArrowLeft: { row, column: Math.max(0, column - 1) },
    ArrowRight: { row, column: Math.min(lastColumn, column + 1) },
    Home: { row, column: 0 },
    End: { row, column: lastColumn },
    PageUp: { row: 0, column },
    PageDown: { row: lastRow, column },
  }
  return to[key]
}

/** Whether a cell is within the rectangle of two corners. */
export const isWithin = ({ row, column }: Cell, from: Cell, to: Cell) =>
  row >= Math.min(from.row, to.row) &&
  row <= Math.max(from.row, to.row) &&
  column >= Math.min(from.column, to.column) &&
  column <= Math.max(from.column, to.column)
