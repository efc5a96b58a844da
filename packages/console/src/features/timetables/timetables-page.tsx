import { deleteTimetable, listTimetables, type TimetableSummary } from '@gatehouse/contract/features/timetables.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate, type LoaderFunction } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import type { RowAction } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { timetableColumns } from './timetable-columns.tsx'
import { timetableList } from './timetable-queries.ts'

const schema = listTimetables.query
const rowName = ({ name }: TimetableSummary) => name
const detail = pathTo('schedulesDetail')

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(timetableList(readUrlState(schema, new URL(request.url).searchParams)))
    return null
  }

/** When doors are open (PASS-01): the timetables that policies use. */
export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  const [state, change] = useUrlState(schema)
  const query = useQuery(timetableList(state))
  const actions = useMemo<readonly RowAction<TimetableSummary>[]>(
    () => [
      { key: 'open', label: t('timetables:action.open'), run: ({ id }) => void navigate(`${detail}?id=${id}`) },
      {
        key: 'copy',
        label: t('timetables:action.copy'),
        permission: 'timetable.write',
        run: ({ id }) => void navigate(`${detail}?copy=${id}`),
      },
      {
        key: 'delete',
        label: t('timetables:action.delete'),
        permission: 'timetable.write',
        isDangerous: true,
        disabledReason: ({ policyCount }) =>
          policyCount > 0 ? t('timetables:delete.inUse', { count: policyCount }) : undefined,
        run: ({ id, name }) =>
          void confirmDelete({
            title: t('timetables:delete.title', { name }),
            text: t('timetables:delete.text'),
            action: t('timetables:delete.button'),
            ends: [id],
            run: async () => {
              await callAndRefresh(deleteTimetable, { params: { id } })
              toast.done(t('timetables:delete.done', { name }))
            },
          }),
      },
    ],
    [t, navigate, confirmDelete, toast],
  )
  const add = can('timetable.write') && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(detail)}>
      {t('timetables:add')}
    </Button>
  )
  return (
    <>
      <PageHeader isOfList title={t('timetables:title')} purpose={t('timetables:purpose')} actions={add} />
      <ListPage<TimetableSummary>
        name="timetables"
        label={t('timetables:title')}
        query={query}
        columns={timetableColumns}
        rowName={rowName}
        onOpen={({ id }) => void navigate(`${detail}?id=${id}`)}
        actions={actions}
        search={{
          value: state.keyword ?? '',
          hint: t('timetables:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filtered={{ isSet: setFilters(state).length > 0, onClear: () => change({ keyword: undefined }) }}
        sort={{
          by: state.sort,
          order: state.order,
          onChange: (by, order) => {
            const sort = schema.shape.sort.safeParse(by)
            if (sort.success) change({ sort: sort.data, order })
          },
        }}
        paging={pagesOf(state, query.data?.total ?? 0, change)}
        count={t('timetables:total', { count: query.data?.total ?? 0 })}
        empty={{
          drawing: 'week',
          title: t('timetables:empty.title'),
          text: t('timetables:empty.text'),
          action: add || undefined,
        }}
      />
    </>
  )
}
