import { listOperations, type Operation, operationSides } from '@gatehouse/contract/features/operation-log.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { countWords, useKeyPaging } from '../../ui/list/list-pages.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { operationColumns } from './operation-columns.tsx'
import { operationListQuery, operatorChoicesQuery } from './operation-queries.ts'
import { eventOf, eventWords, moduleWords } from '../../parts/operation/operation-names.ts'
import { choicesOf, operatorOf } from './describe-operation.ts'

const schema = listOperations.query

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(operationListQuery(readUrlState(schema, new URL(request.url).searchParams)))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel(':operationId', async () => (await import('./operation-panel.tsx')).OperationPanel),
]

/** BU-03: operations, newest first, with a panel for the changes. */
export function Component() {
  const t = useText()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [state, change] = useUrlState(schema)
  const query = useQuery(operationListQuery(state))
  const operators = useQuery(operatorChoicesQuery)
  const open = useCallback(
    (operation: Operation) =>
      void navigate({ pathname: pathTo('operationLog', { below: operation.id }), search: params.toString() }),
    [navigate, params],
  )
  const rowName = useCallback((operation: Operation) => `${operatorOf(operation, t)}, ${eventOf(operation.event)}`, [t])
  const language = currentLanguage()
  const modules = useMemo(() => choicesOf(moduleWords, language), [language])
  const events = useMemo(() => choicesOf(eventWords, language), [language])
  const clear = () =>
    change({
      keyword: undefined,
      operatorId: undefined,
      module: undefined,
      event: undefined,
      side: undefined,
      result: undefined,
      from: undefined,
      to: undefined,
    })
  const { data } = query
  const searchesOn = data?.items.length === 0 && data.next !== null

  const paging = useKeyPaging(state, data?.next, change)
  return (
    <>
      <PageHeader isOfList title={t('operations:title')} purpose={t('operations:purpose')} />
      <ListPage<Operation>
        name="operation-log"
        label={t('operations:title')}
        query={query}
        columns={operationColumns}
        rowName={rowName}
        onOpen={open}
        search={{
          value: state.keyword ?? '',
          hint: t('operations:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filters={[
          { key: 'period', label: t('operations:filter.period'), isPeriod: true },
          { key: 'operatorId', label: t('operations:filter.operator'), options: operators.data ?? [] },
          { key: 'module', label: t('operations:filter.module'), options: modules },
          { key: 'event', label: t('operations:filter.event'), options: events },
          {
            key: 'side',
            label: t('operations:filter.side'),
            options: operationSides.map((value) => ({ value, label: t(`operations:side.${value}`) })),
          },
          {
            key: 'result',
            label: t('operations:filter.result'),
            options: (['success', 'failure'] as const).map((value) => ({
              value,
              label: t(`operations:result.${value}`),
            })),
          },
        ]}
        filtered={{ isSet: setFilters(state).length > 0, onClear: clear }}
        paging={paging}
        count={countWords(t, data)}
        empty={{ drawing: 'log', title: t('operations:empty.title'), text: t('operations:empty.text') }}
        notice={searchesOn && <p role="status">{t('operations:noMatchYet')}</p>}
        exportPage={async (place, signal) => {
          const page = await call(listOperations, { query: { ...state, after: place, size: 200 } }, { signal })
          return { rows: page.items, next: page.next ?? undefined }
        }}
      />
      <Outlet />
    </>
  )
}
