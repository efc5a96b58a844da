import { deleteDevice, type DeviceSummary, listDevices } from '@gatehouse/contract/features/devices.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { EyeOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useCallback, useMemo } from 'react'
import { Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirmDelete } from '../../ui/confirm.tsx'
import { lazyPanel } from '../../ui/detail-lazy-panel.ts'
import type { RowAction } from '../../ui/list-column.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { readUrlState, setFilters, useUrlState } from '../../ui/list-url-state.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useToast } from '../../ui/toast.tsx'
import { queryClient } from '../../api/query-client.ts'
import { deviceColumns } from './device-columns.tsx'
import { deviceListQuery } from './device-queries.ts'
import './devices.css'

const schema = listDevices.query
const rowName = (device: DeviceSummary) => device.name

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(deviceListQuery(readUrlState(schema, new URL(request.url).searchParams)))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('new', async () => (await import('./device-pair-panel.tsx')).DevicePairPanel),
  lazyPanel(':deviceId', async () => (await import('./device-detail-panel.tsx')).DeviceDetailPanel),
  lazyPanel(':deviceId/edit', async () => (await import('./device-edit-panel.tsx')).DeviceEditPanel),
]

export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  const [params] = useSearchParams()
  const [state, change] = useUrlState(schema)
  const query = useQuery(deviceListQuery(state))
  const go = useCallback(
    (path: string) => void navigate({ pathname: `/device/list/${path}`, search: params.toString() }),
    [navigate, params],
  )
  const actions = useMemo<readonly RowAction<DeviceSummary>[]>(
    () => [
      { key: 'open', label: t('devices:action.open'), run: (device) => go(device.id) },
      {
        key: 'edit',
        label: t('devices:action.edit'),
        permission: 'device.write',
        run: (device) => go(`${device.id}/edit`),
      },
      {
        key: 'unbind',
        label: t('devices:action.unbind'),
        permission: 'device.write',
        isDangerous: true,
        run: (device) =>
          void confirmDelete({
            title: t('devices:unbind.title', { name: device.name }),
            text: t('devices:unbind.text'),
            deed: t('devices:unbind.deed'),
            run: async () => {
              await call(deleteDevice, { params: { id: device.id } })
              await queryClient.invalidateQueries({ queryKey: ['devices'] })
              toast.done(t('devices:unbind.done', { name: device.name }))
            },
          }),
      },
    ],
    [t, go, confirmDelete, toast],
  )
  const counts = query.data?.counts
  const live = can('record.read') && (
    <Button icon={<EyeOutlined aria-hidden />} onClick={() => void navigate('/device/live')}>
      {t('frame:liveView')}
    </Button>
  )
  const add = can('device.write') && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => go('new')}>
      {t('devices:add')}
    </Button>
  )

  return (
    <>
      <PageHeader
        title={t('devices:title')}
        purpose={t('devices:purpose')}
        actions={
          <>
            {live}
            {add}
          </>
        }
      />
      <dl className="device-counters">
        {(['total', 'online', 'offline'] as const).map((name) => (
          <div key={name} data-counter={name}>
            <dt>{t(`devices:counter.${name}`)}</dt>
            <dd>{counts ? counts[name] : '–'}</dd>
          </div>
        ))}
      </dl>
      <ListPage<DeviceSummary>
        name="devices"
        label={t('devices:title')}
        query={query}
        columns={deviceColumns}
        rowName={rowName}
        onOpen={(device) => go(device.id)}
        actions={actions}
        search={{
          value: state.keyword ?? '',
          hint: t('devices:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filters={
          <Segmented
            aria-label={t('devices:column.status')}
            value={state.status ?? 'all'}
            options={[
              { value: 'all', label: t('list:all') },
              { value: 'online', label: t('devices:status.online') },
              { value: 'offline', label: t('devices:status.offline') },
            ]}
            onChange={(status) => change({ status: status === 'online' || status === 'offline' ? status : undefined })}
          />
        }
        filtered={{
          isSet: setFilters(state).length > 0,
          onClear: () => change({ keyword: undefined, status: undefined }),
        }}
        sort={{
          by: state.sort,
          order: state.order,
          onChange: (by, order) => {
            const sort = schema.shape.sort.safeParse(by)
            if (sort.success) change({ sort: sort.data, order })
          },
        }}
        paging={{
          kind: 'pages',
          page: state.page,
          size: state.size,
          total: query.data?.total ?? 0,
          onChange: (page, size) => change(size === state.size ? { page } : { size }),
        }}
        count={t('devices:total', { count: query.data?.total ?? 0 })}
        empty={{ title: t('devices:empty.title'), text: t('devices:empty.text'), action: add || undefined }}
        exportPage={async (place, signal) => {
          const page = Number(place ?? 1)
          const { items, total } = await call(listDevices, { query: { ...state, page, size: 200 } }, { signal })
          return { rows: items, next: page * 200 < total ? String(page + 1) : undefined }
        }}
      />
      <Outlet />
    </>
  )
}
