import { formatNumber, type Row } from './benchmark.ts'

const heads = ['what', 'value', 'unit', 'raw limit', 'ratio', 'aim', '', 'limit is']

const cells = (row: Row) => [
  row.what,
  formatNumber(row.value),
  row.unit,
  row.limit === null ? '' : formatNumber(row.limit),
  row.ratio === null ? '' : row.ratio.toFixed(2),
  row.aim ?? '',
  row.met === null ? '' : row.met ? 'met' : 'MISSED',
  row.limitWhat ?? '',
]

const rightAligned = new Set([1, 3, 4])

/** A plain table: one line for each row, columns as wide as their widest cell. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [heads, ...rows.map(cells)]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const format = (line: readonly string[]) =>
    line
      .map((cell, column) =>
        rightAligned.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [format(heads), widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1).map(format)].join('\n')
}
