import type { AttendanceArea } from '@gatehouse/contract/features/attendance/areas.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { lazyPanel } from '../../../ui/page/detail-lazy-panel.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { onePage } from '../../../ui/list/list-pages.ts'
import type { ListColumn, RowAction } from '../../../ui/list/list-column.ts'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { areaList } from '../attendance-queries.ts'
import { useDeleteArea } from './use-delete-area.ts'
import '../attendance.css'

const base = pathTo('attendanceAreas')

export const loader =
  (client: QueryClient): LoaderFunction =>
  () => {
    void client.prefetchQuery(areaList)
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('new', async () => (await import('./area-form-panel.tsx')).AreaCreatePanel, 'attendance.write'),
]

const columns: readonly ListColumn<AttendanceArea>[] = [
  {
    key: 'name',
    title: (t) => t('attendance:areas.name'),
    width: 220,
    isFixed: true,
    cell: (area) => (
      <Link className="list-link" to={`${base}/detail?id=${area.id}`}>
        {area.name}
      </Link>
    ),
    csv: (area) => area.name,
  },
  {
    key: 'location',
    title: (t) => t('attendance:areas.location'),
    width: 240,
    cell: (area) => area.location ?? '–',
    csv: (area) => area.location,
    card: 'line',
  },
  {
    key: 'radius',
    title: (t) => t('attendance:areas.radiusShort'),
    width: 110,
    cell: (area, t) => t('attendance:areas.metres', { count: area.radiusMetres }),
    csv: (area) => area.radiusMetres,
    card: 'line',
  },
  {
    key: 'devices',
    title: (t) => t('attendance:areas.devices'),
    width: 260,
    cell: (area, t) => area.devices.map(({ name }) => name).join(t('list:comma')) || '–',
    csv: (area) => area.devices.map(({ name }) => name).join('; '),
    card: 'line',
  },
  {
    key: 'rules',
    title: (t) => t('attendance:areas.rules'),
    width: 200,
    cell: (area, t) => area.rules.map(({ name }) => name).join(t('list:comma')) || '–',
    csv: (area) => area.rules.map(({ name }) => name).join('; '),
  },
]

export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const panel = usePanelRoute(base)
  const remove = useDeleteArea()
  const areas = useQuery(areaList)
  const query = useMemo(
    () => ({
      data: areas.data && { items: areas.data },
      error: areas.error,
      isPlaceholderData: false,
      isFetching: areas.isFetching,
      refetch: areas.refetch,
    }),
    [areas],
  )
  const actions: RowAction<AttendanceArea>[] = [
    {
      key: 'edit',
      label: t('attendance:areas.edit'),
      permission: 'attendance.write',
      run: (area) => void navigate(`${base}/detail/edit?id=${area.id}`),
    },
    {
      key: 'delete',
      label: t('attendance:areas.delete'),
      permission: 'attendance.write',
      isDangerous: true,
      run: (area) => void remove(area),
    },
  ]
  const add = can('attendance.write') && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('new')}>
      {t('attendance:areas.add')}
    </Button>
  )
  const count = areas.data?.length ?? 0
  return (
    <>
      <PageHeader isOfList title={t('attendance:areas.title')} purpose={t('attendance:areas.purpose')} actions={add} />
      <ListPage<AttendanceArea>
        name="attendance-areas"
        label={t('attendance:areas.title')}
        query={query}
        columns={columns}
        rowName={(area) => area.name}
        onOpen={(area) => void navigate(`${base}/detail?id=${area.id}`)}
        actions={actions}
        filtered={{ isSet: false, onClear: () => {} }}
        paging={onePage(count)}
        count={t('attendance:areas.count', { count })}
        empty={{
          drawing: 'pin',
          title: t('attendance:areas.empty.title'),
          text: t('attendance:areas.empty.text'),
          action: add,
        }}
      />
      <Outlet />
    </>
  )
}
