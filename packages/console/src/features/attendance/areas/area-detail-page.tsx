import { pathTo } from '@gatehouse/contract/paths.ts'
import { EditOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fragment } from 'react'
import { Link, Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { lazyPanel } from '../../../ui/page/detail-lazy-panel.ts'
import { DetailList } from '../../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { HeadMenu } from '../../../ui/page/head-menu.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { AreaMap } from './area-map.tsx'
import { areaList } from '../attendance-queries.ts'
import { ruleName } from '../attendance-words.ts'
import { useDeleteArea } from './use-delete-area.ts'
import '../attendance.css'

const listPath = pathTo('attendanceAreas')

export const loader =
  (client: QueryClient): LoaderFunction =>
  () => {
    void client.prefetchQuery(areaList)
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('edit', async () => (await import('./area-form-panel.tsx')).AreaEditPanel, 'attendance.write'),
]

/** One area (ATT-02): where it is, drawn to scale, and the devices there. */
export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const remove = useDeleteArea()
  const [params] = useSearchParams()
  const areas = useQuery(areaList)
  if (areas.error && !areas.data) return <ErrorPanel isPage error={areas.error} onRetry={() => void areas.refetch()} />
  if (!areas.data)
    return (
      <>
        <PageHeader title={t('attendance:areas.title')} purpose={t('attendance:areas.purpose')} />
        <div className="detail-card">
          <DetailSkeleton lines={8} />
        </div>
      </>
    )
  const area = areas.data.find(({ id }) => id === params.get('id'))
  if (!area)
    return (
      <EmptyState
        isPage
        title={t('attendance:areas.missing.title')}
        text={t('attendance:areas.missing.text')}
        action={<Link to={listPath}>{t('attendance:areas.missing.back')}</Link>}
      />
    )
  return (
    <>
      <PageHeader
        isThing
        title={area.name}
        purpose={area.location}
        actions={
          can('attendance.write') && (
            <>
              <Button
                type="primary"
                icon={<EditOutlined aria-hidden />}
                onClick={() => void navigate(`${listPath}/detail/edit?id=${area.id}`)}
              >
                {t('attendance:areas.edit')}
              </Button>
              <HeadMenu
                entries={[
                  {
                    key: 'delete',
                    label: t('attendance:areas.delete'),
                    isDangerous: true,
                    run: () => void remove(area, () => void navigate(listPath, { replace: true })),
                  },
                ]}
              />
            </>
          )
        }
      />
      <div className="area-detail">
        <div className="detail-card">
          <AreaMap latitude={area.latitude} longitude={area.longitude} radiusMetres={area.radiusMetres} />
        </div>
        <div className="detail-card">
          <DetailList
            items={[
              { label: t('attendance:areas.location'), value: area.location },
              { label: t('attendance:areas.latitude'), value: area.latitude },
              { label: t('attendance:areas.longitude'), value: area.longitude },
              { label: t('attendance:areas.radius'), value: area.radiusMetres },
              { label: t('attendance:areas.devices'), value: area.devices.map(({ name }) => name).join(' · ') },
              {
                label: t('attendance:areas.rules'),
                value:
                  area.rules.length > 0 &&
                  area.rules.map(({ id, name }, index) => (
                    <Fragment key={id}>
                      {index > 0 && ' · '}
                      <Link to={pathTo('attendanceRulesDetail', { query: { id } })}>
                        {ruleName({ name, isDefault: true }, t)}
                      </Link>
                    </Fragment>
                  )),
              },
            ]}
          />
        </div>
      </div>
      <Outlet />
    </>
  )
}
