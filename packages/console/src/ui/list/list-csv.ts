import { csvMark } from '@gatehouse/contract/csv.ts'

/** A file from lines. */
export const csvFile = (lines: readonly string[]) => new Blob([csvMark, ...lines], { type: 'text/csv;charset=utf-8' })
