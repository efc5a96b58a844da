import { Checkbox } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import type { ListRow } from './list-column.ts'
import type { ListTableProps } from './list-table.tsx'
import { RowMenuButton, useRowMenu } from './list-row-menu.tsx'
import { withMailBreak } from '../page/mail-address.tsx'

/** A line with nothing in it says nothing. */
const isNothing = (content: ReactNode) => content === null || content === undefined || content === '' || content === '–'

/** The same rows on a phone: the fixed column as the card's head, the others as the columns say. */
export function ListCards<Row extends ListRow>(props: ListTableProps<Row>) {
  const { rows, columns, rowName, actions, selection } = props
  const t = useText()
  const menu = useRowMenu(actions)
  const head = columns.filter((column) => column.isFixed)
  const beside = columns.filter((column) => column.card === 'beside')
  const lines = columns.filter((column) => column.card === 'line')
  return (
    <>
      <ul className="list-cards" aria-label={props.label} data-stale={props.isStale || undefined}>
        {rows.map((row) => (
          <li key={row.id} className={props.rowClass?.(row)}>
            <div className="list-card-head">
              {selection && (
                <Checkbox
                  aria-label={t('list:selection.row', { name: rowName(row) })}
                  checked={selection.ids.includes(row.id)}
                  onChange={({ target }) =>
                    selection.onChange(
                      target.checked ? [...selection.ids, row.id] : selection.ids.filter((id) => id !== row.id),
                    )
                  }
                />
              )}
              <div className="list-card-name">
                {head.map((column) => (
                  <Fragment key={column.key}>{column.cell(row, t)}</Fragment>
                ))}
              </div>
              {beside.map((column) => (
                <div key={column.key}>{column.cell(row, t)}</div>
              ))}
              {actions.length > 0 && <RowMenuButton row={row} name={rowName(row)} onOpen={menu.open} />}
            </div>
            {lines.length > 0 && (
              <dl>
                {lines.map((column) => {
                  const content = column.cell(row, t)
                  if (isNothing(content)) return null
                  return (
                    <div key={column.key}>
                      <dt>{column.title(t)}</dt>
                      <dd>{withMailBreak(content)}</dd>
                    </div>
                  )
                })}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {menu.menu}
    </>
  )
}
