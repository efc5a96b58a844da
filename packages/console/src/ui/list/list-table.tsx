import { Table, type TableProps } from 'antd'
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useText } from '../../i18n/i18n.ts'
import type { ListColumn, ListRow, RowAction } from './list-column.ts'
import { rowKeys } from './list-keys.ts'
import { useHeightToBottom } from './list-height.ts'
import { RowMenuButton, useRowMenu } from './list-row-menu.tsx'

/** Head, paging and the edge of the sheet, which the rows leave free. */
const belowRows = 96
/** Above this many rows only those in sight are drawn: a list stays below 1,000 elements at any page size. */
const maxDrawnRows = 20
const menuWidth = 52
const checkboxWidth = 44

export type ListTableProps<Row extends ListRow> = {
  label: string
  rows: readonly Row[]
  columns: readonly ListColumn<Row>[]
  rowName: (row: Row) => string
  rowClass?: ((row: Row) => string) | undefined
  actions: readonly RowAction<Row>[]
  onOpen?: ((row: Row) => void) | undefined
  sort?: { by: string; order: 'asc' | 'desc'; onChange: (by: string, order: 'asc' | 'desc') => void } | undefined
  selection?: { ids: readonly string[]; onChange: (ids: string[]) => void } | undefined
  isStale: boolean
  /** Whatever above the table changes its place (a banner, the selection bar). */
  above: unknown
  header?: ReactNode
}

const isInteractive = (target: EventTarget) => target instanceof Element && target.closest('a, button, input, label')

export function ListTable<Row extends ListRow>(props: ListTableProps<Row>) {
  const { rows, columns, rowName, actions, onOpen, sort, selection } = props
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const height = useHeightToBottom(box, belowRows, props.above)
  const menu = useRowMenu(actions)
  const openMenu = menu.open

  useMeasureRowInert(box)

  const hasMenu = actions.length > 0
  const tableColumns = useMemo(() => {
    const shown: NonNullable<TableProps<Row>['columns']> = columns.map((column) => ({
      key: column.key,
      title: column.title(t),
      width: column.width,
      // the whole text as a tooltip of the browser's own, where the cell is plain text
      ellipsis: true,
      ...(column.isNumber && { className: 'list-number' }),
      ...(column.isFixed && { fixed: 'left' as const, rowScope: 'row' as const }),
      ...(column.sort && {
        sorter: true,
        showSorterTooltip: false,
        sortDirections: ['ascend', 'descend', 'ascend'] as ('ascend' | 'descend')[],
        sortOrder: sort?.by === column.sort ? `${sort.order}end` : null,
      }),
      render: (_: unknown, row: Row) => column.cell(row, t),
    }))
    if (!hasMenu) return shown
    const last = {
      key: 'actions',
      className: 'list-menu-cell',
      title: <span className="for-readers">{t('list:row.column')}</span>,
      width: menuWidth,
      fixed: 'right' as const,
      render: (_: unknown, row: Row) => <RowMenuButton row={row} name={rowName(row)} onOpen={openMenu} />,
    }
    return [...shown, last]
  }, [columns, t, sort?.by, sort?.order, hasMenu, rowName, openMenu])

  const width =
    columns.reduce((sum, column) => sum + column.width, 0) + (hasMenu ? menuWidth : 0) + (selection ? checkboxWidth : 0)
  const find = (id: string) => rows.find((row) => row.id === id)
  const openRow = (id: string) => {
    const row = find(id)
    if (row) onOpen?.(row)
  }
  const choose = (id: string) =>
    selection?.onChange(selection.ids.includes(id) ? selection.ids.filter((one) => one !== id) : [...selection.ids, id])

  return (
    <div ref={box} className="list-table" data-stale={props.isStale || undefined}>
      <Table<Row>
        aria-label={props.label}
        rowKey="id"
        dataSource={rows}
        columns={tableColumns}
        pagination={false}
        virtual={rows.length > maxDrawnRows}
        scroll={{ x: width, y: height }}
        tableLayout="fixed"
        rowClassName={(row) => props.rowClass?.(row) ?? ''}
        onRow={(row) => ({
          tabIndex: 0,
          'data-row': row.id,
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => rowKeys(event, openRow, selection && choose),
          onClick: ({ target }) => {
            if (!isInteractive(target) && getSelection()?.isCollapsed !== false) onOpen?.(row)
          },
        })}
        {...(selection && {
          rowSelection: {
            columnWidth: checkboxWidth,
            fixed: true,
            selectedRowKeys: [...selection.ids],
            preserveSelectedRowKeys: true,
            onChange: (keys) => selection.onChange(keys.map(String)),
            getTitleCheckboxProps: () => ({ 'aria-label': t('list:selection.all') }),
            getCheckboxProps: (row: Row) => ({ 'aria-label': t('list:selection.row', { name: rowName(row) }) }),
          },
        })}
        onChange={(_paging, _filters, sorter) => {
          if (Array.isArray(sorter) || !sort) return
          const column = columns.find(({ key }) => key === sorter.columnKey)
          if (column?.sort) sort.onChange(column.sort, sorter.order === 'descend' ? 'desc' : 'asc')
        }}
      />
      {menu.menu}
    </div>
  )
}

/** The table measures its columns in a row that nobody sees, with the head's checkbox in it: nothing there takes focus. */
function useMeasureRowInert(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    for (const row of box.current?.querySelectorAll<HTMLElement>('.ant-table-measure-row') ?? []) row.inert = true
  })
}
