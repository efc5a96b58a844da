/** A cell: a text of one line, or a box to tick. */
export type PdfCell = string | { isTicked: boolean }

export type PdfTable = {
  heading: string
  /** Shares of the width of a page. */
  columns: readonly { title: string; share: number }[]
  rows: readonly (readonly PdfCell[])[]
  /** In place of rows, where there is none. */
  empty: string
}

/** A document of A4 pages; each table begins on a page of its own, so that it can be handed to somebody. */
export type PdfDocument = {
  title: string
  /** Below the title. */
  lines: readonly string[]
  /** At the foot of each page, before its number. */
  footer: string
  tables: readonly PdfTable[]
}
