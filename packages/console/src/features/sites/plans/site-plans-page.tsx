import { useCan } from '../../../lib/use-can.ts'
import { deleteFloorPlan, type FloorPlan } from '@gatehouse/contract/features/floor-plans.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Site } from '@gatehouse/contract/features/sites.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Link, Outlet, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { CallError } from '../../../api/call-error.ts'
import { callAndRefresh } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { useConfirmDelete } from '../../../ui/feedback/confirm.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { lazyPanel } from '../../../ui/page/detail-lazy-panel.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { siteDetail } from '../site-queries.ts'
import { FloorChoice } from './floor-choice.tsx'
import { PlaceList } from './place-list.tsx'
import type { Placeable } from './plan-edits.ts'
import { PlanStage } from './plan-stage.tsx'
import { ChosenDeeds, PlanToolbar } from './plan-toolbar.tsx'
import { siteDoors, sitePlans, sitePoints } from './plan-queries.ts'
import { usePlanEditor } from './use-plan-editor.ts'
import { SitePlanView } from './site-plan-view.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import '../sites.css'
import './plans.css'

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const id = new URL(request.url).searchParams.get('id')
    if (id === null) return null
    void client.prefetchQuery({ ...siteDetail(id), retry: false })
    void client.prefetchQuery({ ...sitePlans(id), retry: false })
    void client.prefetchQuery({ ...siteDoors(id), retry: false })
    void client.prefetchQuery({ ...sitePoints(id), retry: false })
    return null
  }

const panels = () => import('./plan-form-panel.tsx')

export const children: RouteObject[] = [
  lazyPanel('new', async () => (await panels()).PlanCreatePanel, 'site.write'),
  lazyPanel(':planId/edit', async () => (await panels()).PlanEditPanel, 'site.write'),
  lazyPanel(':planId/picture', async () => (await panels()).PlanPicturePanel, 'site.write'),
]

/**
 * `/device/sites/plans?id=&plan=`: the floor plans of a site, and the places of its doors and areas on them.
 * Roles that change none see them as on the page of the site.
 */
export function Component() {
  const t = useText()
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const id = params.get('id') ?? ''
  const panel = usePanelRoute(pathTo('sitePlans'))
  const site = useQuery({ ...siteDetail(id), retry: false })
  const plans = useQuery({ ...sitePlans(id), retry: false })
  const doors = useQuery({ ...siteDoors(id), retry: false })
  const points = useQuery({ ...sitePoints(id), retry: false })
  const isGone = id === '' || (site.error instanceof CallError && [400, 404].includes(site.error.status))
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
  const failed = [site, plans, doors, points].find(({ isError }) => isError)
  if (failed) return <ErrorPanel isPage error={failed.error} onRetry={() => void failed.refetch()} />
  if (!site.data || !plans.data || !doors.data || !points.data) return <DetailSkeleton lines={12} />
  const title = t('sites:plan.pageTitle', { site: site.data.name })
  if (!can('site.write')) {
    return (
      <>
        <PageHeader title={title} />
        <SitePlanView site={site.data} areaId={undefined} />
      </>
    )
  }
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('new')}>
      {t('sites:plan.add')}
    </Button>
  )
  const plan = plans.data.find((one) => one.id === params.get('plan')) ?? plans.data[0]
  return (
    <>
      <PageHeader
        title={title}
        purpose={t('sites:plan.purpose')}
        actions={
          <>
            <Link className="plan-back" to={pathTo('siteDetail', { query: { id, view: 'plan' } })}>
              {t('sites:plan.back')}
            </Link>
            {add}
          </>
        }
      />
      {plan ? (
        <>
          <FloorChoice
            plans={plans.data}
            chosenId={plan.id}
            onChoose={(planId) => setParams({ id, plan: planId }, { replace: true })}
          />
          <PlanEditorView key={plan.id} site={site.data} plan={plan} doors={doors.data} points={points.data} />
        </>
      ) : (
        <EmptyState drawing="plan" title={t('sites:plan.empty.title')} text={t('sites:plan.empty.text')} action={add} />
      )}
      <Outlet />
    </>
  )
}

type Named = { id: string; name: string }
type ViewProps = { site: Site; plan: FloorPlan; doors: readonly Named[]; points: readonly Named[] }

function PlanEditorView({ site, plan, doors, points }: ViewProps) {
  const t = useText()
  const [zoom, setZoom] = useState(1)
  const things = useMemo(
    () => ({
      doors: doors.map(({ id, name }): Placeable => ({ kind: 'door', id, name })),
      areas: site.areas.map(({ id, name }): Placeable => ({ kind: 'area', id, name })),
      points: points.map(({ id, name }): Placeable => ({ kind: 'muster-point', id, name })),
    }),
    [doors, site.areas, points],
  )
  const editor = usePlanEditor(plan, [...things.doors, ...things.areas, ...things.points])
  const isPlacing =
    editor.chosenKey !== null && !editor.edits.places.some(({ kind, id }) => `${kind}-${id}` === editor.chosenKey)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key of undo, wherever one is on the page
    <div
      className="plan-columns"
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
        event.preventDefault()
        editor.undo()
      }}
    >
      <div className="plan-things">
        <p className="site-quiet">{t(isPlacing ? 'sites:plan.clickHint' : 'sites:plan.hint')}</p>
        <PlaceList
          title={t('sites:door.title')}
          things={things.doors}
          editor={editor}
          empty={t('sites:plan.noDoors')}
        />
        <PlaceList title={t('sites:area.title')} things={things.areas} editor={editor} empty="" />
        {things.points.length > 0 && (
          <PlaceList title={t('sites:plan.points')} things={things.points} editor={editor} empty="" />
        )}
      </div>
      <div className="plan-main">
        {editor.isBehind && (
          <Notice
            kind="attention"
            role="alert"
            title={t('sites:plan.behind.title')}
            action={<Button onClick={editor.loadNewer}>{t('sites:plan.behind.load')}</Button>}
          >
            {t('sites:plan.behind.text')}
          </Notice>
        )}
        <PlanToolbar editor={editor} zoom={zoom} onZoom={setZoom} />
        <PlanStage plan={plan} editor={editor} zoom={zoom} />
        <ChosenDeeds editor={editor} />
        <PlanDeeds plan={plan} />
      </div>
      <span className="for-readers" role="status">
        {editor.said}
      </span>
    </div>
  )
}

/** The actions on the plan as a whole. */
function PlanDeeds({ plan: { id, name } }: { plan: FloorPlan }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('sitePlans'))
  const confirmDelete = useConfirmDelete()
  const remove = () =>
    confirmDelete({
      title: t('sites:plan.delete.title', { plan: name }),
      text: t('sites:plan.delete.text'),
      action: t('sites:plan.delete.deed'),
      ends: [id],
      run: async () => {
        await callAndRefresh(deleteFloorPlan, { params: { id } })
        toast.done(t('sites:plan.delete.done', { plan: name }))
      },
    })
  return (
    <div className="plan-deeds">
      <Button onClick={() => panel.open(`${id}/edit`)}>{t('sites:plan.edit')}</Button>
      <Button onClick={() => panel.open(`${id}/picture`)}>{t('sites:plan.replace')}</Button>
      <Button danger onClick={() => void remove()}>
        {t('sites:plan.delete.deed')}
      </Button>
    </div>
  )
}
