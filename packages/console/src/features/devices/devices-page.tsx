import { deleteDevice, type DeviceSummary, listDevices } from '@gatehouse/contract/features/devices.ts'
import { liveViewPath, pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { EyeOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import {
  Link,
  Outlet,
  useMatches,
  useNavigate,
  useSearchParams,
  type LoaderFunction,
  type RouteObject,
} from 'react-router'
import { call, callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import type { BulkAction, RowAction } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { deviceColumns } from './device-columns.tsx'
import { announcementsQuery, deviceListQuery, deviceModelsQuery, siteNames } from './device-queries.ts'
import { UnbindWords } from './unbind-words.tsx'
import { useManyDevices } from './use-many-devices.ts'
import './devices.css'
import { Figure, Figures } from '../../ui/page/figures.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

const { sort, order } = listDevices.query.shape
/** By name, where the API gives the newest first. */
const schema = listDevices.query.extend({ sort: sort.unwrap().default('name'), order: order.unwrap().default('asc') })
/** Marks a route below the list that replaces it, while the others cover it. */
const wholePage = { isWhole: true }
const DeviceDoorDialog = laterPart(async () => (await import('./device-door.tsx')).DeviceDoorDialog)
const rowName = (device: DeviceSummary) => device.name
const choicesOf = (values: readonly (string | null)[] = []) =>
  [...new Set(values)].flatMap((value) => (value === null ? [] : { value, label: value }))

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(deviceListQuery(readUrlState(schema, new URL(request.url).searchParams)))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('new', async () => (await import('./device-pair-panel.tsx')).DevicePairPanel),
  lazyPanel('waiting', async () => (await import('./device-waiting-panel.tsx')).DeviceWaitingPanel),
  lazyPanel('templates', async () => (await import('./settings-templates-panel.tsx')).SettingsTemplatesPanel),
  lazyPanel('settings', async () => (await import('./settings-batch-panel.tsx')).SettingsBatchPanel),
  lazyPanel('settings/:batchId', async () => (await import('./settings-batch-result.tsx')).SettingsBatchResult),
  Object.assign(
    lazyPanel(':deviceId', async () => (await import('./device-detail-page.tsx')).DeviceDetailPage),
    {
      handle: wholePage,
      children: [
        lazyPanel('edit', async () => (await import('./device-edit-panel.tsx')).DeviceEditPanel),
        lazyPanel(
          'lockdown-input',
          async () => (await import('./lockdown-input-panel.tsx')).LockdownInputPanel,
          'lockdown.write',
        ),
      ],
    },
  ),
]

/** The list, or one device in its place. */
export function Component() {
  const isWhole = useMatches().some(({ handle }) => handle === wholePage)
  return isWhole ? <Outlet /> : <DeviceList />
}

function DeviceList() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  const [params] = useSearchParams()
  const [state, change] = useUrlState(schema)
  const models = useQuery(deviceModelsQuery)
  const sites = useQuery(siteNames).data ?? []
  const query = useQuery(deviceListQuery(state))
  const go = useCallback(
    (path: string) => void navigate({ pathname: pathTo('deviceList', { below: path }), search: params.toString() }),
    [navigate, params],
  )
  const many = useManyDevices()
  const [opening, setOpening] = useState<DeviceSummary | null>(null)
  const actions = useMemo<readonly RowAction<DeviceSummary>[]>(
    () => [
      {
        key: 'open',
        label: t('devices:action.openDoor'),
        permission: 'live.control',
        disabledReason: ({ isOnline }) => (isOnline ? undefined : t('devices:offlineReason')),
        run: setOpening,
      },
      { key: 'view', label: t('devices:action.view'), run: (device) => go(device.id) },
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
            text: <UnbindWords id={device.id} />,
            action: t('devices:unbind.button'),
            ends: [device.id],
            run: async () => {
              await callAndRefresh(deleteDevice, { params: { id: device.id } })
              toast.done(t('devices:unbind.done', { name: device.name }))
            },
          }),
      },
    ],
    [t, go, confirmDelete, toast],
  )
  const bulk = useMemo<readonly BulkAction[]>(
    () => [
      {
        key: 'settings',
        label: (count) => t('devices:batch.action', { count }),
        permission: 'device.write',
        run: (deviceIds) =>
          void navigate(
            { pathname: pathTo('deviceList', { below: 'settings' }), search: params.toString() },
            { state: { deviceIds } },
          ),
      },
      {
        key: 'templates',
        label: (count) => t('devices:template.choose', { count }),
        permission: 'device.write',
        run: (deviceIds) =>
          void navigate(
            { pathname: pathTo('deviceList', { below: 'templates' }), search: params.toString() },
            { state: { deviceIds } },
          ),
      },
      {
        key: 'sync',
        label: (count) => t('devices:many.sync', { count }),
        permission: 'device.control',
        run: (deviceIds, clear) => void many.send('sync-now', deviceIds, clear),
      },
      {
        key: 'restart',
        label: (count) => t('devices:many.restart', { count }),
        permission: 'device.control',
        run: (deviceIds, clear) => many.restart(deviceIds, clear),
      },
      {
        key: 'unbind',
        label: (count) => t('devices:many.unbind', { count }),
        permission: 'device.write',
        isDangerous: true,
        run: (deviceIds, clear) => many.unbind(deviceIds, clear),
      },
    ],
    [t, navigate, params, many],
  )
  const counts = query.data?.counts
  const live = can('record.read') && (
    <Button icon={<EyeOutlined aria-hidden />} onClick={() => void navigate(liveViewPath)}>
      {t('frame:liveView')}
    </Button>
  )
  const add = can('device.write') && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => go('new')}>
      {t('devices:add')}
    </Button>
  )
  const head = (
    <>
      {live}
      {can('device.write') && <Button onClick={() => go('templates')}>{t('devices:template.button')}</Button>}
      {add}
    </>
  )

  return (
    <>
      <PageHeader isOfList title={t('devices:title')} purpose={t('devices:purpose')} actions={head} />
      {can('device.write') && <Waiting />}
      <Figures>
        {(['total', 'online', 'offline'] as const).map((name) => (
          <Figure key={name} name={t(`devices:counter.${name}`)}>
            {counts ? formatNumber(counts[name]) : '–'}
          </Figure>
        ))}
      </Figures>
      <ListPage<DeviceSummary>
        name="devices"
        label={t('devices:title')}
        query={query}
        columns={deviceColumns}
        notice={
          query.data?.isBrokerReachable === false && (
            <Notice kind="attention" title={t('devices:broker.title')}>
              {t('devices:broker.text')}
            </Notice>
          )
        }
        rowName={rowName}
        onOpen={(device) => go(device.id)}
        actions={actions}
        bulk={bulk}
        search={{
          value: state.keyword ?? '',
          hint: t('devices:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filters={[
          {
            key: 'status',
            label: t('devices:column.status'),
            options: (['online', 'offline'] as const).map((value) => ({ value, label: t(`devices:status.${value}`) })),
          },
          ...(['type', 'model'] as const).map((key) => ({
            key,
            label: t(`devices:column.${key}`),
            options: choicesOf(models.data?.map((model) => model[key])),
          })),
          ...(sites.length > 1 || state.siteId !== undefined
            ? [
                {
                  key: 'siteId',
                  label: t('devices:column.site'),
                  options: sites.map(({ id, name }) => ({ value: id, label: name })),
                },
              ]
            : []),
          {
            key: 'people',
            label: t('devices:detail.people'),
            options: [{ value: 'failed', label: t('devices:people.someFailed') }],
          },
        ]}
        filtered={{
          isSet: setFilters(state).length > 0,
          onClear: () =>
            change({
              keyword: undefined,
              status: undefined,
              type: undefined,
              model: undefined,
              ids: undefined,
              siteId: undefined,
              people: undefined,
            }),
        }}
        sort={{
          by: state.sort,
          order: state.order,
          onChange: (by, order) => {
            const sort = schema.shape.sort.safeParse(by)
            if (sort.success) change({ sort: sort.data, order })
          },
        }}
        paging={pagesOf(state, query.data?.total ?? 0, change)}
        count={t('devices:total', { count: query.data?.total ?? 0 })}
        empty={{
          drawing: 'device',
          title: t('devices:empty.title'),
          text: t('devices:empty.text'),
          action: add || undefined,
        }}
        exportPage={async (place, signal) => {
          const page = Number(place ?? 1)
          const { items, total } = await call(listDevices, { query: { ...state, page, size: 200 } }, { signal })
          return { rows: items, next: page * 200 < total ? String(page + 1) : undefined }
        }}
      />
      {opening && <DeviceDoorDialog device={opening} onClose={() => setOpening(null)} />}
      <Outlet />
    </>
  )
}

/** Terminals that ask to join are said where devices are looked at. */
function Waiting() {
  const t = useText()
  const { data } = useQuery(announcementsQuery)
  if (!data || data.total === 0) return null
  return (
    <Notice
      kind="info"
      title={t('devices:waiting.notice', { count: data.total })}
      action={<Link to={pathTo('deviceList', { below: 'waiting' })}>{t('devices:waiting.look')}</Link>}
    />
  )
}
