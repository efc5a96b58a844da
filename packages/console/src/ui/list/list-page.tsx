import { CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useText, type Text } from '../../i18n/i18n.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/use-can.ts'
import type { Drawing } from '../feedback/empty-drawing.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorPanel } from '../feedback/error-panel.tsx'
import { FacePreview } from './face-preview.tsx'
import { ListCards } from './list-cards.tsx'
import type { BulkAction, ListColumn, ListRow, RowAction } from './list-column.ts'
import { arrangeColumns, useColumnSettings } from './list-column-settings.ts'
import { ListExport, type ExportPage } from './list-export.tsx'
import { useIsPhone } from '../../lib/use-media.ts'
import { ListPaging, type Paging } from './list-paging.tsx'
import { ListSearch } from './list-search.tsx'
import { ListSettings } from './list-settings.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { ListTable, type ListTableProps } from './list-table.tsx'
import './list.css'

/** A list needs this of its query: TanStack's result, or anything of that form. */
export type ListQuery<Row> = {
  data: { items: readonly Row[] } | undefined
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
  filters?: ReactNode
  /** Which filters are set, and what takes them away: decides between "nothing yet" and "nothing matches". */
  filtered: { isSet: boolean; onClear: () => void }
  sort?: ListTableProps<Row>['sort']
  paging: Paging
  /** How many there are, in words: "128 people". Also told to screen readers when it changes. */
  count: string
  empty: { drawing?: Drawing; title: string; text: string; action?: ReactNode }
  exportPage?: ExportPage<Row>
  /** Beside the list's own tools: an export that the server writes. */
  tools?: ReactNode
  /** Between the tools and the rows (the pill of new records). */
  notice?: ReactNode
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
  const [selected, setSelected] = useState<readonly string[]>([])
  const clear = () => setSelected([])

  const actions = (props.actions ?? []).filter((action) => can(action.permission))
  const bulk = (props.bulk ?? []).filter((action) => can(action.permission))
  const rows = query.data?.items
  const hasFailed = query.error !== null && query.error !== undefined

  const currentId = useCurrentRow(rows)
  const Rows = isPhone ? ListCards : ListTable
  return (
    <section ref={box} className="list-page" aria-label={props.label}>
      <div className="list-tools">
        {props.search && <ListSearch {...props.search} />}
        {props.filters}
        {filtered.isSet && (
          <Button type="link" onClick={filtered.onClear}>
            {t('list:clearFilters')}
          </Button>
        )}
        <span className="list-tools-end">
          <Button
            icon={<ReloadOutlined aria-hidden spin={query.isFetching && rows !== undefined} />}
            aria-label={t('list:refresh')}
            title={t('list:refresh')}
            onClick={() => void query.refetch()}
          />
          {props.exportPage && <ListExport name={props.name} columns={shown} page={props.exportPage} />}
          {props.tools}
          {!isPhone && <ListSettings columns={columns} settings={settings} onChange={setSettings} />}
        </span>
      </div>
      {hasFailed && rows && <Stale onRetry={() => void query.refetch()} t={t} />}
      {props.notice}
      {selected.length > 0 && <BulkBar selected={selected} bulk={bulk} onClear={clear} t={t} />}
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
            <EmptyState drawing="records" {...props.empty} />
          ))}
        {rows && rows.length > 0 && (
          <Rows
            label={props.label}
            rows={rows}
            columns={shown}
            rowName={props.rowName}
            rowClass={props.rowClass}
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
          <ListPaging paging={props.paging} />
        </div>
      )}
      <p className="for-readers" aria-live="polite">
        {rows && (rows.length === 0 ? (filtered.isSet ? t('list:noMatch.title') : props.empty.title) : props.count)}
      </p>
      <FacePreview within={box} />
    </section>
  )
}

/** The row whose panel is open: the address of the panel has its id. */
function useCurrentRow(rows: readonly ListRow[] | undefined): string | undefined {
  const parts = useLocation().pathname.split('/')
  return rows?.find(({ id }) => parts.includes(id))?.id
}

function Stale({ onRetry, t }: { onRetry: () => void; t: Text }) {
  return (
    <Alert
      className="list-stale"
      type="warning"
      showIcon
      role="alert"
      title={t('errors:dataLoading')}
      description={t('list:stale')}
      action={<Button onClick={onRetry}>{t('errors:retry')}</Button>}
    />
  )
}

type BulkBarProps = { selected: readonly string[]; bulk: readonly BulkAction[]; onClear: () => void; t: Text }

function BulkBar({ selected, bulk, onClear, t }: BulkBarProps) {
  const reasons = bulk.map((action) => action.disabledReason?.(selected))
  return (
    <div className="list-bulk" role="region" aria-label={t('list:selection.count', { count: selected.length })}>
      <strong>{t('list:selection.count', { count: selected.length })}</strong>
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
