import type { Site } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from 'antd'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { doorWay } from '../../../parts/device/door-way.ts'
import { DoorDock } from '../../../parts/floor-plan/door-dock.tsx'
import { FloorPlanView } from '../../../parts/floor-plan/floor-plan-view.tsx'
import { useDoorMarks, useNeedsOf } from '../../../parts/floor-plan/use-door-marks.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { FloorChoice } from './floor-choice.tsx'
import { siteDoors, sitePlans } from './plan-queries.ts'
import './plans.css'

type Props = {
  site: Site
  /** The area that stands out. */
  areaId: string | undefined
}

/** The floors of a site with how their doors stand now; the chosen door docks below. */
export function SitePlanView({ site, areaId }: Props) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const [planId, setPlanId] = useState<string>()
  const [doorId, setDoorId] = useState<string>()
  const plans = useQuery(sitePlans(site.id))
  const doors = useQuery(siteDoors(site.id))
  const marks = useDoorMarks(site.id)
  const door = doors.data?.find(({ id }) => id === doorId)
  const needs = useNeedsOf(door && [door])
  const mayWrite = can('site.write')
  if (plans.isError) return <ErrorPanel error={plans.error} onRetry={() => void plans.refetch()} />
  if (!plans.data) return <DetailSkeleton lines={8} />
  const plan = plans.data.find(({ id }) => id === planId) ?? plans.data[0]
  if (!plan) {
    const add = () => void navigate(pathTo('sitePlans', { below: 'new', query: { id: site.id } }))
    return (
      <EmptyState
        drawing="plan"
        title={t('sites:plan.empty.title')}
        text={t(mayWrite ? 'sites:plan.empty.text' : 'sites:plan.empty.seen')}
        action={mayWrite && <Button onClick={add}>{t('sites:plan.add')}</Button>}
      />
    )
  }
  return (
    <div className="site-plan">
      <div className="site-plan-head">
        <FloorChoice plans={plans.data} chosenId={plan.id} onChoose={setPlanId} />
        {mayWrite && (
          <Link to={pathTo('sitePlans', { query: { id: site.id, plan: plan.id } })}>{t('sites:plan.change')}</Link>
        )}
      </div>
      <FloorPlanView key={plan.id} plan={plan} marks={marks} chosenId={doorId} onChoose={setDoorId} areaId={areaId} />
      {plan.places.every(({ kind }) => kind !== 'door') && (
        <p className="site-quiet">{t(mayWrite ? 'sites:plan.nothingPlaced' : 'sites:plan.nothingSeen')}</p>
      )}
      {door && (
        <DoorDock name={door.name} mark={marks.get(door.id) ?? 'unknown'} needs={needs ?? []} way={doorWay(door, t)}>
          <Link to={pathTo('doorDetail', { query: { id: door.id } })}>{t('sites:plan.door')}</Link>
          {door.readers.map(({ deviceId, deviceName }) => (
            <Link key={deviceId} to={pathTo('deviceList', { below: deviceId })}>
              {deviceName}
            </Link>
          ))}
        </DoorDock>
      )}
    </div>
  )
}
