import { Fragment } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { isNothing, leadsFirst, type ListRow } from './list-column.ts'
import type { ListTableProps } from './list-table.tsx'
import { RowMenuButton, useRowMenu } from './list-row-menu.tsx'

/** The same rows on a phone, in two lines: the name, below it what the columns call a line, at the right the result. */
export function ListCards<Row extends ListRow>(props: ListTableProps<Row>) {
  const { rows, columns, rowName, actions, selection, onOpen } = props
  const t = useText()
  const menu = useRowMenu(actions)
  const head = columns.filter((column) => column.isFixed)
  const beside = columns.filter((column) => column.card === 'beside')
  const lines = leadsFirst(columns.filter((column) => column.card === 'line'))
  return (
    <>
      <ul className="list-cards" aria-label={props.label} data-stale={props.isStale || undefined}>
        {rows.map((row) => {
          const second = lines.flatMap((column) => {
            const content = (column.brief ?? column.cell)(row, t)
            const { key, isNumber, isEnd } = column
            return isNothing(content) ? [] : [{ key, title: column.title(t), isNumber, isEnd, content }]
          })
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the name in it is a link; this is the same for a finger
            <li
              key={row.id}
              className={props.rowClass?.(row)}
              data-card={row.id}
              onClick={({ target }) => {
                if (target instanceof Element && !target.closest('a, button, input, label')) onOpen?.(row)
              }}
            >
              {selection && (
                <input
                  type="checkbox"
                  aria-label={t('list:selection.row', { name: rowName(row) })}
                  checked={selection.ids.includes(row.id)}
                  onChange={({ target }) =>
                    selection.onChange(
                      target.checked ? [...selection.ids, row.id] : selection.ids.filter((id) => id !== row.id),
                    )
                  }
                />
              )}
              <div className="list-card-words">
                {head.map((column) => (
                  <Fragment key={column.key}>{column.cell(row, t)}</Fragment>
                ))}
                {second.length > 0 && (
                  <p>
                    {second.map(({ key, title, isNumber, isEnd, content }) => (
                      <span key={key} data-end={isEnd}>
                        {/* a number alone says nothing */}
                        <span className={isNumber ? undefined : 'for-readers'}>{title} </span>
                        {content}
                      </span>
                    ))}
                  </p>
                )}
              </div>
              {beside.length > 0 && (
                <div className="list-card-end">
                  {beside.map((column) => (
                    <div key={column.key}>{column.cell(row, t)}</div>
                  ))}
                </div>
              )}
              {actions.length > 0 && <RowMenuButton row={row} name={rowName(row)} onOpen={menu.open} />}
            </li>
          )
        })}
      </ul>
      {menu.menu}
    </>
  )
}
