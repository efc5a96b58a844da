import { CloseOutlined, FilterOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import type { BoundedTotal } from '@gatehouse/contract/paging.ts'
import { useText, type Text } from '../../i18n/i18n.ts'
import { laterPart, whenIdle } from '../../lib/later-part.ts'
import { listRows } from '../../lib/listed-rows.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/use-can.ts'
import type { Drawing } from '../feedback/empty-drawing.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorPanel } from '../feedback/error-panel.tsx'
import { FacePreview } from './face-preview.tsx'
import { ListCards } from './list-cards.tsx'
import type { BulkAction, ListColumn, ListRow, RowAction } from './list-column.ts'
import { arrangeColumns, useColumnSettings } from './list-column-settings.ts'
import type { ListFilter } from './list-filter.ts'
import { ListExport, type ExportPage } from './list-export.tsx'
import { useIsPhone } from '../../lib/use-media.ts'
import { fitColumns, useNarrowWidth } from './list-fit.ts'
import { ListPaging, type Paging } from './list-paging.tsx'
import { ListSettings } from './list-settings.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { besideColumns, ListTable, type ListTableProps } from './list-table.tsx'
import { choiceOf } from './list-url-state.ts'
import { ListViews } from './list-views.tsx'
import { ListTokens, useSetFilters } from './list-tokens.tsx'
import { useListToolsPlace } from '../page/list-tools-place.ts'
import { Notice } from '../feedback/notice.tsx'
import { useHeldRows } from './use-held-rows.ts'
import './list.css'
import './makes-room.css'

// the calendar and the selects are heavy, and most visits need none
const ListFiltersPanel = laterPart(async () => (await import('./list-filters-panel.tsx')).ListFiltersPanel)
const noFilters: readonly ListFilter[] = []
const noColumns: readonly never[] = []
const noIds: readonly string[] = []

/** A list needs this of its query: TanStack's result, or anything of that form. */
export type ListQuery<Row> = {
  data: { items: readonly Row[]; total?: number | BoundedTotal | undefined } | undefined
  error: unknown
  isPlaceholderData: boolean
  isFetching: boolean
  refetch: () => unknown
}

export type ListPageProps<Row extends ListRow> = {
  /** Names the list in what is kept of it (column settings) and in exported files. */
  name: string
  label: string
  query: ListQuery<Row>
  columns: readonly ListColumn<Row>[]
  rowName: (row: Row) => string
  rowClass?: (row: Row) => string
  onOpen?: (row: Row) => void
  actions?: readonly RowAction<Row>[]
  bulk?: readonly BulkAction[]
  search?: { value: string; hint: string; onSearch: (keyword: string) => void }
  /** Its filters; the address keeps their values. */
  filters?: readonly ListFilter[]
  /** Beside the field of filters: what is always chosen (a period, a kind of view). */
  beside?: ReactNode
  /** Which filters are set, and what takes them away: decides between "nothing yet" and "nothing matches". */
  filtered: { isSet: boolean; onClear: () => void }
  sort?: ListTableProps<Row>['sort']
  paging: Paging
  /** How many there are, in words: "128 people". Also told to screen readers when it changes. */
  count: string
  empty: { drawing: Drawing; title: string; text: string; action?: ReactNode }
  exportPage?: ExportPage<Row>
  /** Beside the list's own tools: an export that the server writes. */
  tools?: ReactNode
  /** Between the tools and the rows. */
  notice?: ReactNode
  /** Below the rows and their pages, or below the words that there are none. */
  foot?: ReactNode
}

/** One list page of the product: tools, rows (or why there are none), paging. All that changes it is in the address. */
export function ListPage<Row extends ListRow>(props: ListPageProps<Row>) {
  const { query, columns, filtered } = props
  const t = useText()
  const can = useCan()
  const isPhone = useIsPhone()
  const box = useRef<HTMLElement>(null)
  const [settings, setSettings] = useColumnSettings(useUser()?.id ?? '', props.name)
  const shown = useMemo(() => arrangeColumns(columns, settings), [columns, settings])
  const filters = props.filters ?? noFilters
  const { set } = useSetFilters(filters)
  const [hasPanel, setHasPanel] = useState(false)

  const actions = (props.actions ?? []).filter((action) => can(action.permission))
  const bulk = (props.bulk ?? []).filter((action) => can(action.permission))
  const { search: place } = useLocation()
  // over pages of the same choice; rows that a filter or a search took away are not acted on
  const choice = `${choiceOf(place)} ${props.search?.value ?? ''}`
  const [selection, setSelection] = useState<{ choice: string; ids: readonly string[] }>({ choice, ids: [] })
  const selected = selection.choice === choice ? selection.ids : noIds
  const setSelected = (ids: readonly string[]) => setSelection({ choice, ids })
  const clear = () => setSelected([])
  const { isPlaceholderData: isPlaceholder } = query
  const list = [props.name, place, props.search?.value, props.sort?.by, props.sort?.order, pageOf(props.paging)].join(
    ' ',
  )
  const held = useHeldRows(query.data?.items, { list, isPlaceholder })
  const rows = held.shown
  const rowClass = (row: Row) =>
    `${props.rowClass?.(row) ?? ''} ${held.highlighted.has(row.id) ? 'list-fresh' : ''}`.trim()
  const hasFailed = query.error !== null && query.error !== undefined

  const narrow = useNarrowWidth(box)
  const fit = useMemo(
    () =>
      narrow === undefined || isPhone
        ? { shown, under: noColumns }
        : fitColumns(shown, narrow - besideColumns(actions.length > 0, bulk.length > 0)),
    [shown, narrow, isPhone, actions.length, bulk.length],
  )
  const currentId = useCurrentRow(rows)
  useListed(rows, props)
  useFiltersAhead(filters.length > 0 && rows !== undefined)
  const Rows = isPhone ? ListCards : ListTable
  const hasField = props.search !== undefined || filters.length > 0
  return (
    <section ref={box} className="list-page" aria-label={props.label}>
      <div className={hasField ? 'list-tools' : 'list-tools list-tools-bare'}>
        {hasField && <ListTokens filters={filters} search={props.search} />}
        {filters.length > 0 && <FiltersButton count={set.length} onOpen={() => setHasPanel(true)} t={t} />}
        {filters.length > 0 && !isPhone && <ListViews isFiltered={set.length > 0 || Boolean(props.search?.value)} />}
        {!isPhone && props.beside}
        {filtered.isSet && !isPhone && (
          <Button type="link" onClick={filtered.onClear}>
            {t('list:clearFilters')}
          </Button>
        )}
        <Tools isPhone={isPhone}>
          <Button
            className="list-refresh"
            icon={<ReloadOutlined aria-hidden spin={query.isFetching && rows !== undefined} />}
            aria-label={t('list:refresh')}
            title={t('list:refresh')}
            onClick={() => void query.refetch()}
          >
            {isPhone && t('list:refresh')}
          </Button>
          {props.exportPage && <ListExport name={props.name} columns={shown} page={props.exportPage} />}
          {props.tools}
          {!isPhone && <ListSettings columns={columns} settings={settings} onChange={setSettings} />}
        </Tools>
      </div>
      {isPhone && filters.length === 0 && props.beside}
      {hasPanel && (
        <ListFiltersPanel
          filters={filters}
          beside={isPhone && props.beside}
          onClear={filtered.onClear}
          onClose={() => setHasPanel(false)}
        />
      )}
      {hasFailed && rows && <Stale onRetry={() => void query.refetch()} t={t} />}
      {props.notice}
      {held.waiting > 0 && (
        <div className="list-waiting">
          <Button shape="round" type="primary" onClick={held.take}>
            {t('list:freshShow', { count: held.waiting })}
          </Button>
        </div>
      )}
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          elsewhere={rows ? selected.filter((id) => rows.every((row) => row.id !== id)).length : 0}
          bulk={bulk}
          onClear={clear}
          t={t}
        />
      )}
      <div className="list-body">
        {!rows && hasFailed && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
        {!rows && !hasFailed && <ListSkeleton rows={12} columns={isPhone ? shown.slice(0, 2) : shown.slice(0, 8)} />}
        {rows?.length === 0 &&
          (filtered.isSet ? (
            <EmptyState
              title={t('list:noMatch.title')}
              text={t('list:noMatch.text')}
              action={<Button onClick={filtered.onClear}>{t('list:clearFilters')}</Button>}
            />
          ) : (
            <EmptyState {...props.empty} />
          ))}
        {rows && rows.length > 0 && (
          <Rows
            label={props.label}
            rows={rows}
            columns={fit.shown}
            under={fit.under}
            rowName={props.rowName}
            rowClass={rowClass}
            actions={actions}
            onOpen={props.onOpen}
            sort={props.sort}
            selection={bulk.length > 0 ? { ids: selected, onChange: setSelected } : undefined}
            isStale={query.isPlaceholderData}
            currentId={currentId}
            above={`${hasFailed} ${selected.length > 0} ${props.notice !== undefined && props.notice !== null}`}
          />
        )}
      </div>
      {rows && (rows.length > 0 || (props.paging.kind === 'keys' && !props.paging.isNewest)) && (
        <div className="list-foot">
          <p className="list-count">{props.count}</p>
          {!isPhone && <ListKeys choose={bulk.length > 0} t={t} />}
          <ListPaging paging={props.paging} />
        </div>
      )}
      {props.foot}
      <p className="for-readers" aria-live="polite">
        {rows && (rows.length === 0 ? (filtered.isSet ? t('list:noMatch.title') : props.empty.title) : props.count)}
      </p>
      <FacePreview within={box} />
    </section>
  )
}

/** The keys that work on its rows, for those who see them; the list of shortcuts tells everybody. */
const ListKeys = ({ choose, t }: { choose: boolean; t: Text }) => (
  <span className="list-keys" aria-hidden>
    <kbd>J</kbd> <kbd>K</kbd> {t('list:keys.move')}
    {choose && (
      <>
        {' '}
        <kbd>X</kbd> {t('list:keys.choose')}
      </>
    )}
  </span>
)

/** The filters open with the press: their file is there by then, and comes after the rows. */
function useFiltersAhead(isWanted: boolean) {
  useEffect(() => (isWanted ? whenIdle(ListFiltersPanel.ahead, 2_000) : undefined), [isWanted])
}

/** Which page of the list it is, as far as the list knows. */
const pageOf = (paging: Paging) =>
  paging.kind === 'pages' ? `${paging.page} ${paging.size}` : `${paging.isNewest} ${paging.size}`

/** The row whose panel is open: the address of the panel has its id. */
function useCurrentRow(rows: readonly ListRow[] | undefined): string | undefined {
  const parts = useLocation().pathname.split('/')
  return rows?.find(({ id }) => parts.includes(id))?.id
}

/** A panel beside the list goes to the next and the previous of these rows. */
function useListed<Row extends ListRow>(
  rows: readonly Row[] | undefined,
  { onOpen, paging, query }: ListPageProps<Row>,
) {
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  })
  const found = query.data?.total
  const counted = typeof found === 'object' && !found.isMore ? found.count : undefined
  const isFirst = paging.kind === 'keys' && paging.isNewest
  const before = paging.kind === 'pages' ? (paging.page - 1) * paging.size : isFirst ? 0 : undefined
  const total = paging.kind === 'pages' ? paging.total : counted
  const hasPanels = onOpen !== undefined
  useEffect(() => {
    if (!rows || !hasPanels) return
    const openRow = (id: string) => {
      const row = rows.find((one) => one.id === id)
      if (row) open.current?.(row)
    }
    return listRows({ ids: rows.map(({ id }) => id), before, total, open: openRow })
  }, [rows, before, total, hasPanels])
}

/** At the right of the list's field; on a phone in the one menu of the page. */
function Tools({ isPhone, children }: { isPhone: boolean; children: ReactNode }) {
  const more = useListToolsPlace()
  if (isPhone && more) return createPortal(children, more)
  return <span className="list-tools-end">{children}</span>
}

/** All filters with their usual controls; how many are set stands on the button. */
function FiltersButton({ count, onOpen, t }: { count: number; onOpen: () => void; t: Text }) {
  return (
    <Button
      className="list-filters-button"
      icon={<FilterOutlined aria-hidden />}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span>{t('list:filters')} </span>
      {count > 0 && <b>{count}</b>}
    </Button>
  )
}

function Stale({ onRetry, t }: { onRetry: () => void; t: Text }) {
  return (
    <Notice
      kind="attention"
      role="alert"
      className="list-stale"
      title={t('errors:dataLoading')}
      action={<Button onClick={onRetry}>{t('errors:retry')}</Button>}
    >
      {t('list:stale')}
    </Notice>
  )
}

type BulkBarProps = {
  selected: readonly string[]
  /** How many of them the page does not show. */
  elsewhere: number
  bulk: readonly BulkAction[]
  onClear: () => void
  t: Text
}

function BulkBar({ selected, elsewhere, bulk, onClear, t }: BulkBarProps) {
  const reasons = bulk.map((action) => action.disabledReason?.(selected))
  return (
    <div className="list-bulk" role="region" aria-label={t('list:selection.count', { count: selected.length })}>
      <strong>{t('list:selection.count', { count: selected.length })}</strong>
      {elsewhere > 0 && <span>{t('list:selection.elsewhere', { count: elsewhere })}</span>}
      {bulk.map((action, index) => (
        <Button
          key={action.key}
          danger={action.isDangerous ?? false}
          disabled={reasons[index] !== undefined}
          onClick={() => action.run([...selected], onClear)}
        >
          {action.label(selected.length)}
        </Button>
      ))}
      <Button type="text" icon={<CloseOutlined aria-hidden />} onClick={onClear}>
        {t('list:selection.clear')}
      </Button>
      {[...new Set(reasons)].map((reason) => reason && <span key={reason}>{reason}</span>)}
    </div>
  )
}
