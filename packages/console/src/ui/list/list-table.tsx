import { memo, useCallback, useEffect, useRef, type ReactNode } from 'react'
import { useText, type Text } from '../../i18n/i18n.ts'
import { isNothing, type ListColumn, type ListRow, type RowAction } from './list-column.ts'
import { rowKeys } from './list-keys.ts'
import { useHeightToBottom } from './list-height.ts'
import { useRowsDrawn } from './list-rows-drawn.ts'
import { RowMenuButton, useRowMenu, type OpenMenu } from './list-row-menu.tsx'

/** Head, paging and the edge of the sheet, which the rows leave free. */
const belowRows = 58
const menuWidth = 52
const checkboxWidth = 52

export type ListTableProps<Row extends ListRow> = {
  label: string
  rows: readonly Row[]
  columns: readonly ListColumn<Row>[]
  /** Columns without room of their own: they stand under the name. */
  under?: readonly ListColumn<Row>[]
  rowName: (row: Row) => string
  rowClass?: ((row: Row) => string) | undefined
  actions: readonly RowAction<Row>[]
  onOpen?: ((row: Row) => void) | undefined
  /** The row that is shown beside the list. */
  currentId?: string | undefined
  sort?: { by: string; order: 'asc' | 'desc'; onChange: (by: string, order: 'asc' | 'desc') => void } | undefined
  selection?: { ids: readonly string[]; onChange: (ids: string[]) => void } | undefined
  isStale: boolean
  /** Whatever above the table changes its place (a banner, the selection bar). */
  above: unknown
}

const nothing: readonly never[] = []

/** The pixels that stand beside the columns: choosing a row, and its menu. */
export const besideColumns = (hasMenu: boolean, hasChoice: boolean) =>
  (hasMenu ? menuWidth : 0) + (hasChoice ? checkboxWidth : 0)

const isInteractive = (target: EventTarget) => target instanceof Element && target.closest('a, button, input, label')

/** The rows of a list as a plain table: its head and its first column stay while the rest scrolls. */
export function ListTable<Row extends ListRow>(props: ListTableProps<Row>) {
  const { rows, columns, under = nothing, rowName, actions, onOpen, selection } = props
  const t = useText()
  const frame = useRef<HTMLDivElement>(null)
  const height = useHeightToBottom(frame, belowRows, props.above)
  const drawn = useRowsDrawn(frame, rows.length, height)
  const menu = useRowMenu(actions)
  useEffect(() => {
    // another page or order begins at its top
    frame.current?.scrollTo({ top: 0 })
  }, [props.label, props.sort?.by, props.sort?.order])

  const hasMenu = actions.length > 0
  const width = columns.reduce((sum, column) => sum + column.width, 0) + besideColumns(hasMenu, selection !== undefined)
  const latest = useRef({ rows, onOpen, selection })
  useEffect(() => {
    latest.current = { rows, onOpen, selection }
  })
  const openRow = useCallback((id: string) => {
    const row = latest.current.rows.find((one) => one.id === id)
    if (row) latest.current.onOpen?.(row)
  }, [])
  const choose = useCallback((id: string) => {
    const now = latest.current.selection
    now?.onChange(now.ids.includes(id) ? now.ids.filter((one) => one !== id) : [...now.ids, id])
  }, [])
  const chosen = selection && new Set(selection.ids)
  const span = columns.length + (hasMenu ? 1 : 0) + (selection ? 1 : 0)

  return (
    <div className="list-table" data-stale={props.isStale || undefined}>
      <div ref={frame} className="list-frame" style={{ maxHeight: height }}>
        <table aria-label={props.label} aria-rowcount={rows.length + 1} style={{ minWidth: width }}>
          <colgroup>
            {selection && <col style={{ width: checkboxWidth }} />}
            {columns.map(({ key, width }) => (
              <col key={key} style={{ width }} />
            ))}
            {hasMenu && <col style={{ width: menuWidth }} />}
          </colgroup>
          <Head {...props} hasMenu={hasMenu} t={t} />
          <tbody>
            {drawn.before > 0 && <Gap span={span} height={drawn.before} />}
            {rows.slice(drawn.from, drawn.to).map((row, index) => (
              <TableRow
                key={row.id}
                row={row}
                index={drawn.from + index + 2}
                columns={columns}
                under={under}
                name={rowName(row)}
                className={props.rowClass?.(row) ?? ''}
                isCurrent={row.id === props.currentId}
                isChosen={chosen?.has(row.id)}
                onOpen={openRow}
                onChoose={choose}
                onMenu={hasMenu ? menu.open : undefined}
                t={t}
              />
            ))}
            {drawn.after > 0 && <Gap span={span} height={drawn.after} />}
          </tbody>
        </table>
      </div>
      {menu.menu}
    </div>
  )
}

const Gap = ({ span, height }: { span: number; height: number }) => (
  <tr aria-hidden="true" style={{ height }}>
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the height of rows that are not drawn */}
    <td colSpan={span} />
  </tr>
)

function Head<Row extends ListRow>(props: ListTableProps<Row> & { hasMenu: boolean; t: Text }) {
  const { columns, rows, sort, selection, hasMenu, t } = props
  const isAll = selection !== undefined && rows.every(({ id }) => selection.ids.includes(id))
  const isSome = selection !== undefined && !isAll && rows.some(({ id }) => selection.ids.includes(id))
  return (
    <thead>
      <tr>
        {selection && (
          <td className="list-check">
            <input
              type="checkbox"
              aria-label={t('list:selection.all')}
              checked={isAll}
              ref={(box) => {
                if (box) box.indeterminate = isSome
              }}
              onChange={() => {
                const here = new Set(rows.map(({ id }) => id))
                const others = selection.ids.filter((id) => !here.has(id))
                selection.onChange(isAll ? others : [...others, ...here])
              }}
            />
          </td>
        )}
        {columns.map(({ key, title, isNumber, isFixed, sort: word }) => {
          const order = word !== undefined && sort?.by === word ? sort.order : undefined
          return (
            <th
              key={key}
              scope="col"
              data-number={isNumber || undefined}
              data-fixed={isFixed || undefined}
              aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
            >
              {word !== undefined && sort ? (
                <button type="button" onClick={() => sort.onChange(word, order === 'asc' ? 'desc' : 'asc')}>
                  {title(t)}
                  <span aria-hidden="true">{order === undefined ? '↕' : order === 'asc' ? '↑' : '↓'}</span>
                </button>
              ) : (
                title(t)
              )}
            </th>
          )
        })}
        {hasMenu && (
          <th scope="col" className="list-menu-cell">
            <span className="for-readers">{t('list:row.column')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type TableRowProps<Row extends ListRow> = {
  row: Row
  index: number
  columns: readonly ListColumn<Row>[]
  under: readonly ListColumn<Row>[]
  name: string
  className: string
  isCurrent: boolean
  isChosen: boolean | undefined
  onOpen: (id: string) => void
  onChoose: (id: string) => void
  onMenu: OpenMenu<Row> | undefined
  t: Text
}

function Row<R extends ListRow>(props: TableRowProps<R>) {
  const { row, columns, under, name, isChosen, onOpen, onChoose, onMenu, t } = props
  const hasChoice = isChosen !== undefined
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- rows are walked with the arrow keys
    <tr
      tabIndex={0}
      data-row={row.id}
      aria-rowindex={props.index}
      aria-current={props.isCurrent || undefined}
      data-chosen={isChosen || undefined}
      className={props.className || undefined}
      onKeyDown={(event) => rowKeys(event, onOpen, hasChoice ? onChoose : undefined)}
      onClick={({ target }) => {
        if (!isInteractive(target) && getSelection()?.isCollapsed !== false) onOpen(row.id)
      }}
    >
      {hasChoice && (
        <td className="list-check">
          <input
            type="checkbox"
            aria-label={t('list:selection.row', { name })}
            checked={isChosen}
            onChange={() => onChoose(row.id)}
          />
        </td>
      )}
      {columns.map((column) => {
        const content: ReactNode = column.cell(row, t)
        // the whole text as a tooltip of the browser's own, where the cell is plain text
        const title = typeof content === 'string' ? content : undefined
        return column.isFixed ? (
          <th key={column.key} scope="row" title={title} data-fixed>
            {under.length > 0 ? <WithSecondLine row={row} name={content} under={under} t={t} /> : content}
          </th>
        ) : (
          <td key={column.key} title={title} data-number={column.isNumber || undefined}>
            {content}
          </td>
        )
      })}
      {onMenu && (
        <td className="list-menu-cell">
          <RowMenuButton row={row} name={name} onOpen={onMenu} />
        </td>
      )}
    </tr>
  )
}
type SecondLineProps<R extends ListRow> = { row: R; name: ReactNode; under: readonly ListColumn<R>[]; t: Text }

const WithSecondLine = <R extends ListRow>({ row, name, under, t }: SecondLineProps<R>) => (
  <div className="list-narrow">
    {name}
    <small className="list-under">
      {under.map((column) => {
        const content = (column.brief ?? column.cell)(row, t)
        if (isNothing(content)) return null
        return (
          <span key={column.key} data-end={column.isEnd}>
            {/* a figure alone says nothing */}
            <span className={column.isNumber ? undefined : 'for-readers'}>{column.title(t)} </span>
            {content}
          </span>
        )
      })}
    </small>
  </div>
)

/** A row is drawn again when something of it changed, not with every choice of another. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `memo` forgets that the component is generic
const TableRow = memo(Row) as typeof Row
