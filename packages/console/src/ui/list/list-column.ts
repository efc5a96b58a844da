import type { CsvCell } from '@gatehouse/contract/csv.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { ReactNode } from 'react'
import type { Text } from '../../i18n/i18n.ts'

/** A row of any list has an id. */
export type ListRow = { id: string }

/** A column as a module constant: its title, its content, and its value in an export. */
export type ListColumn<Row extends ListRow> = {
  key: string
  title: (t: Text) => string
  /** In pixels; the remaining width is shared by all columns. */
  width: number
  /** The pixels below which a result beside the name is cut, where the list stands beside a panel. */
  minWidth?: number
  cell: (row: Row, t: Text) => ReactNode
  /** Instead of `cell` where the column stands under the name. */
  brief?: (row: Row, t: Text) => ReactNode
  /** Absent: the column is not exported (pictures). */
  csv?: (row: Row, t: Text) => CsvCell
  /** Instead of `csv`: an instant, written in the zone of the pages; the column's title in the file names the zone. */
  csvTime?: (row: Row) => string | null | undefined
  /** A figure: it stands at the right of its column. */
  isNumber?: boolean
  /** The list route's word for sorting by this column. */
  sort?: string
  /** The name of the thing: always first, always shown, stays while the rest scrolls sideways. */
  isFixed?: boolean
  /** Not shown until somebody asks for it in the settings. */
  isHidden?: boolean
  /** How the column is shown on a phone's card: next to the name, as a separate line with its title, or not at all. */
  card?: 'beside' | 'line'
  /** It stands first in the second line: the last words of a line are cut. */
  isLead?: boolean
  /** It is the end of what the column before it begins: under the name a dash joins the two. */
  isEnd?: boolean
}

/** The order of a second line. */
export const leadsFirst = <Row extends ListRow>(columns: readonly ListColumn<Row>[]) =>
  columns.toSorted((a, b) => Number(b.isLead ?? false) - Number(a.isLead ?? false))

/** A part of a second line with nothing in it says nothing. */
export const isNothing = (content: ReactNode) =>
  content === null || content === undefined || content === '' || content === '–'

/** An action for a row. A missing permission hides it, a wrong state disables it with the reason. */
export type RowAction<Row extends ListRow> = {
  key: string
  /** A function where the row's state decides which of two actions it is. */
  label: string | ((row: Row) => string)
  permission?: Permission
  disabledReason?: (row: Row) => string | undefined
  isDangerous?: boolean
  run: (row: Row) => void
}

export const labelOf = <Row extends ListRow>({ label }: RowAction<Row>, row: Row) =>
  typeof label === 'string' ? label : label(row)

/** An action for several rows; `clear` ends the selection. */
export type BulkAction = {
  key: string
  label: (count: number) => string
  permission?: Permission
  /** Why it cannot be done with these. */
  disabledReason?: (ids: readonly string[]) => string | undefined
  isDangerous?: boolean
  run: (ids: string[], clear: () => void) => void
}
