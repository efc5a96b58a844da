import { deleteMusterPoint, type MusterPoint } from '@gatehouse/contract/features/muster.ts'
import type { Site } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, Outlet, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { callAndRefresh } from '../../api/call.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { musterPoints, siteWithAreas } from './muster-queries.ts'
import { SiteMusterSettings } from './site-muster-settings.tsx'
import './muster.css'

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const siteId = new URL(request.url).searchParams.get('id')
    if (siteId !== null) {
      void client.prefetchQuery({ ...siteWithAreas(siteId), retry: false })
      void client.prefetchQuery({ ...musterPoints(siteId), retry: false })
    }
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('point/new', async () => (await import('./point-form-panel.tsx')).PointCreatePanel, 'site.write'),
  lazyPanel('point/:pointId', async () => (await import('./point-form-panel.tsx')).PointEditPanel, 'site.write'),
  lazyPanel('settings', async () => (await import('./muster-settings-panel.tsx')).MusterSettingsPanel, 'site.write'),
]

/** `/device/sites/muster?id=`: where the people of a site gather, and what a muster does by itself. */
export function Component() {
  const t = useText()
  const [params] = useSearchParams()
  const siteId = params.get('id')
  const query = useQuery({ ...siteWithAreas(siteId ?? ''), enabled: siteId !== null, retry: false })
  if (query.data) return <SiteMuster site={query.data} />
  const isGone = siteId === null || (query.error instanceof CallError && [400, 404].includes(query.error.status))
  if (isGone)
    return (
      <EmptyState
        isPage
        title={t('muster:site.missing.title')}
        text={t('muster:site.missing.text')}
        action={<Link to={pathTo('sites')}>{t('muster:site.missing.back')}</Link>}
      />
    )
  if (query.isError) return <ErrorPanel isPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <PageHeader title={t('muster:title')} purpose={t('muster:site.purpose')} />
      <DetailSkeleton lines={8} />
    </>
  )
}

function SiteMuster({ site }: { site: Site }) {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(pathTo('siteMuster'))
  const query = useQuery(musterPoints(site.id))
  const mayWrite = can('site.write')
  const add = mayWrite && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('point/new')}>
      {t('muster:site.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('muster:site.title', { site: site.name })}
        purpose={t('muster:site.purpose')}
        actions={query.data && query.data.length > 0 && add}
      />
      <section className="muster-block" aria-label={t('muster:site.points')}>
        <header>
          <h2>{t('muster:site.points')}</h2>
        </header>
        {query.error && !query.data && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
        {query.data?.length === 0 && (
          <EmptyState
            isSmall
            title={t('muster:site.noPoints.title')}
            text={t(mayWrite ? 'muster:site.noPoints.text' : 'muster:site.noPoints.seen')}
            action={add || undefined}
          />
        )}
        <ul className="muster-site-points">
          {query.data?.map((point) => (
            <Point key={point.id} point={point} mayWrite={mayWrite} />
          ))}
        </ul>
      </section>
      <SiteMusterSettings siteId={site.id} />
      <Outlet />
    </>
  )
}

const namesOf = (things: readonly { name: string }[], t: Text) => things.map(({ name }) => name).join(t('list:comma'))

function Point({ point, mayWrite }: { point: MusterPoint; mayWrite: boolean }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('siteMuster'))
  const confirmDelete = useConfirmDelete()
  const { id, name, areas, devices } = point
  const remove = () =>
    void confirmDelete({
      title: t('muster:site.deleteTitle', { name }),
      text: t('muster:site.deleteText'),
      action: t('muster:site.deleteDeed'),
      ends: [id],
      run: async () => {
        await callAndRefresh(deleteMusterPoint, { params: { id } })
        toast.done(t('muster:site.deleted', { name }))
      },
    })
  return (
    <li>
      <b>{name}</b>
      <dl>
        <dt>{t('muster:site.areas')}</dt>
        <dd>{areas.length > 0 ? namesOf(areas, t) : t('muster:site.rest')}</dd>
        <dt>{t('muster:site.devices')}</dt>
        <dd>{devices.length > 0 ? namesOf(devices, t) : '–'}</dd>
      </dl>
      {mayWrite && (
        <span className="muster-deeds">
          <Button aria-label={t('muster:site.editOf', { name })} onClick={() => panel.open(`point/${id}`)}>
            {t('muster:site.edit')}
          </Button>
          <Button danger aria-label={t('muster:site.deleteOf', { name })} onClick={remove}>
            {t('muster:site.delete')}
          </Button>
        </span>
      )}
    </li>
  )
}
