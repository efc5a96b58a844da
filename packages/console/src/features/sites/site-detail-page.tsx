import { deleteArea, type Site } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { Link, Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { callAndRefresh } from '../../api/call.ts'
import { useText, type Text } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { offsetAt } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState, useUrlState } from '../../ui/list/list-url-state.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { HeadMenu } from '../../ui/page/head-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { type AreaDeeds, AreaPanel } from './area-panel.tsx'
import { DoorList, doorListState } from './door-list.tsx'
import { SitePlanView } from './plans/site-plan-view.tsx'
import { doorList, siteDetail } from './site-queries.ts'
import { AreaRulesCard } from './rules/area-rules-card.tsx'
import { InterlockList } from './rules/interlock-list.tsx'
import { useDeleteSite } from './use-delete-site.tsx'
import { Segments } from '../../ui/page/segments.tsx'
import './sites.css'

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const { searchParams } = new URL(request.url)
    const id = searchParams.get('id')
    if (id === null) return null
    void client.prefetchQuery({ ...siteDetail(id), retry: false })
    void client.prefetchQuery({
      ...doorList({ ...readUrlState(doorListState, searchParams), siteId: id }),
      retry: false,
    })
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('edit', async () => (await import('./site-form-panel.tsx')).SiteEditPanel, 'site.write'),
  lazyPanel('day-end', async () => (await import('./inside-rules-panel.tsx')).InsideRulesPanel, 'site.write'),
  lazyPanel('area/:areaId/new', async () => (await import('./area-form-panel.tsx')).AreaCreatePanel, 'site.write'),
  lazyPanel(
    'area/:areaId/rules',
    async () => (await import('./rules/area-rules-panel.tsx')).AreaRulesPanel,
    'site.write',
  ),
  lazyPanel('interlock/new', async () => (await import('./rules/interlock-panel.tsx')).InterlockPanel, 'site.write'),
  lazyPanel(
    'interlock/:interlockId',
    async () => (await import('./rules/interlock-panel.tsx')).InterlockPanel,
    'site.write',
  ),
  lazyPanel('area/:areaId', async () => (await import('./area-form-panel.tsx')).AreaEditPanel, 'site.write'),
  lazyPanel('door/new', async () => (await import('./door-form-panel.tsx')).DoorCreatePanel, 'site.write'),
  lazyPanel('door/:doorId', async () => (await import('./door-form-panel.tsx')).DoorEditPanel, 'site.write'),
]

/** `/device/sites/detail?id=`: one site, its areas inside one another and its doors between them. */
export function Component() {
  const t = useText()
  const [params] = useSearchParams()
  const id = params.get('id')
  const query = useQuery({ ...siteDetail(id ?? ''), enabled: id !== null, retry: false })
  if (query.data) return <SiteDetail key={query.data.id} site={query.data} />
  const isGone = id === null || (query.error instanceof CallError && [400, 404].includes(query.error.status))
  if (isGone) {
    return (
      <EmptyState
        isPage
        title={t('sites:missing.title')}
        text={t('sites:missing.text')}
        action={<Link to={pathTo('sites')}>{t('sites:missing.back')}</Link>}
      />
    )
  }
  if (query.isError) return <ErrorPanel isPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <PageHeader title={t('sites:title')} purpose={t('sites:purpose')} />
      <div className="detail-card">
        <DetailSkeleton lines={12} />
      </div>
    </>
  )
}

/** The page begins with these facts: where the site is, how much stands there, and whose clock holds. */
function siteWords({ address, doorCount, deviceCount, timeZone }: Site, t: Text): string {
  const count = t('sites:summary', {
    doors: t('sites:doorCount', { count: doorCount }),
    devices: t('sites:deviceCount', { count: deviceCount }),
  })
  const clock =
    timeZone === null
      ? t('sites:clock.isEnterprise')
      : t('sites:clock.isOwn', { zone: timeZone, offset: offsetAt(instantOf(nowMs()), timeZone) })
  return [address, count, clock].filter(Boolean).join(' · ')
}

function SiteDetail({ site }: { site: Site }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const panel = usePanelRoute(pathTo('siteDetail'))
  const deleteSite = useDeleteSite()
  const deeds = useAreaDeeds()
  const [{ areaId }, change] = useUrlState(doorListState)
  const mayWrite = can('site.write')
  // A site that is one area has its rules beside it at once.
  const area = site.areas.find(({ id }) => id === areaId) ?? (site.areas.length === 1 ? site.areas[0] : undefined)
  const add = mayWrite && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('door/new')}>
      {t('sites:door.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        isThing
        isFolding
        title={site.name}
        purpose={siteWords(site, t)}
        actions={
          <>
            {mayWrite && (
              <>
                {add}
                <Button onClick={() => panel.open('edit')}>{t('sites:action.edit')}</Button>
                <Button onClick={() => panel.open('day-end')}>{t('sites:insideRules.action')}</Button>
              </>
            )}
            <Button onClick={() => void navigate(pathTo('siteMuster', { query: { id: site.id } }))}>
              {t('sites:action.muster')}
            </Button>
            {mayWrite && (
              <HeadMenu
                entries={[
                  {
                    key: 'delete',
                    label: t('sites:action.delete'),
                    isDangerous: true,
                    run: () => void deleteSite(site, () => void navigate(pathTo('sites'), { replace: true })),
                  },
                ]}
              />
            )}
          </>
        }
      />
      <div className="site-columns">
        <div className="site-side">
          <AreaPanel
            site={site}
            chosenId={areaId}
            onChoose={(id) => change({ areaId: id })}
            deeds={mayWrite ? deeds : undefined}
          />
          {area && <AreaRulesCard key={area.id} area={area} />}
          <InterlockList site={site} />
        </div>
        <SiteDoors site={site} areaId={areaId} add={add || undefined} />
      </div>
      <Outlet />
    </>
  )
}

/** The doors of the site as a list, or where they are on its floors: the address says which. */
function SiteDoors({ site, areaId, add }: { site: Site; areaId: string | undefined; add: ReactNode }) {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const isPlan = params.get('view') === 'plan'
  const choose = (isPlanNow: boolean) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (isPlanNow) next.set('view', 'plan')
        else next.delete('view')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="site-right">
      <div className="site-view">
        <Segments
          label={t('sites:plan.showAs')}
          value={isPlan}
          options={[
            { value: false, label: t('sites:plan.asList') },
            { value: true, label: t('sites:plan.asPlan') },
          ]}
          onChange={choose}
        />
      </div>
      {isPlan ? <SitePlanView site={site} areaId={areaId} /> : <DoorList site={site} add={add} />}
    </div>
  )
}

function useAreaDeeds(): AreaDeeds {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('siteDetail'))
  const confirmDelete = useConfirmDelete()
  const [, change] = useUrlState(doorListState)
  return useMemo(
    () => ({
      add: ({ id }) => panel.open(`area/${id}/new`),
      edit: ({ id }) => panel.open(`area/${id}`),
      remove: ({ id, name }) =>
        void confirmDelete({
          title: t('sites:area.delete.title', { name }),
          text: t('sites:area.delete.text'),
          action: t('sites:area.delete.deed'),
          ends: [id],
          run: async () => {
            await callAndRefresh(deleteArea, { params: { id } })
            change({ areaId: undefined })
            toast.done(t('sites:area.delete.done', { name }))
          },
        }),
    }),
    [t, toast, panel, confirmDelete, change],
  )
}
