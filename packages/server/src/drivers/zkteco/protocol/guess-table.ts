import { looksLikeTime } from './local-time.ts'
import { readOperationRow } from './read-attendance.ts'
import { columnsOf, rowsOf } from './read-fields.ts'

/** The table of an upload whose address names none, by its first row; empty where nothing tells it. */
export function guessTable(text: string): '' | 'attlog' | 'operlog' | 'options' | 'rtlog' {
  const [row = ''] = rowsOf(text)
  if (/^~?\w+=[^\t]*,~?\w+=/.test(row)) return 'options'
  if (/^(?:OPLOG|USER|FP|FACE|FVEIN|USERPIC|BIOPHOTO|BIODATA)[ \t]/i.test(row)) return 'operlog'
  if (/(?:^|[\t ])time=/i.test(row)) return 'rtlog'
  if (/^PIN=/i.test(row) && readOperationRow(row)) return 'operlog'
  return columnsOf(row)
    .slice(0, 2)
    .some((column) => looksLikeTime(column))
    ? 'attlog'
    : ''
}
