import { useText } from '../../i18n/i18n.ts'
import type { ListColumn, ListRow } from './list-column.ts'

type Props<Row extends ListRow> = { label: string; rows: readonly Row[]; columns: readonly ListColumn<Row>[] }

/** The rows on paper: one plain table, whose head stands on every sheet, where the list on the screen scrolls. */
export function ListPrint<Row extends ListRow>({ label, rows, columns }: Props<Row>) {
  const t = useText()
  return (
    <table className="list-print" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, title, isNumber }) => (
            <th key={key} scope="col" data-number={isNumber}>
              {title(t)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ key, cell, isNumber }) => (
              <td key={key} data-number={isNumber}>
                {cell(row, t)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
