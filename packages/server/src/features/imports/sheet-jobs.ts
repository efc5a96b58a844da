import type { Language } from '@gatehouse/contract/envelope.ts'
import type { ImportColumn, ImportProblem } from '@gatehouse/contract/import-columns.ts'

/** Fewer than a sheet of Excel 97 has: the result has a line for each of them. */
export const maxLines = 50_000

/** A task for the thread that reads and writes workbooks. */
export type SheetJob =
  | { kind: 'read'; bytes: Uint8Array }
  | { kind: 'template'; language: Language }
  | { kind: 'result'; bytes: Uint8Array; language: Language; lines: ReadonlyMap<number, string> }

/** A cell as text; `problem` if the sheet itself shows that the value is unusable. */
export type SheetCell = { text: string; problem?: Extract<ImportProblem, 'cell-error' | 'number-rounded'> }

/** A line of the list: its number as Excel shows it, and the cells that are filled. */
export type SheetLine = { number: number; cells: Partial<Record<ImportColumn, SheetCell>> }

export type SheetList = { lines: SheetLine[]; columns: ImportColumn[]; ignoredColumns: string[] }

export type SheetRefusal =
  | 'import.not-xls'
  | 'import.damaged'
  | 'import.macros'
  | 'import.wrong-template'
  | 'import.empty'
  | 'import.too-long'

export type SheetAnswer =
  | { kind: 'list'; list: SheetList }
  | { kind: 'workbook'; bytes: Uint8Array }
  | { kind: 'refused'; code: SheetRefusal }
