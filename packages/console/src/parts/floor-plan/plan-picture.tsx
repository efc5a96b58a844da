import { type FloorPlan, floorPlanPictureAddress, type PlanPlace } from '@gatehouse/contract/features/floor-plans.ts'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { useText } from '../../i18n/i18n.ts'
import './floor-plan.css'

/** A share as a length of CSS. */
export const percent = (share: number) => `${share * 100}%`

const outlineOf = ({ corners }: PlanPlace) => corners?.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ') ?? ''

/** The place of an area's name, and the room that it has there: its width and height as shares of the picture's width. */
function roomOf(
  { x, y, corners }: PlanPlace,
  { width, height }: FloorPlan,
): CSSProperties & Record<`--${string}`, number> {
  const reach = (shares: readonly number[] = [0, 1]) => Math.max(...shares) - Math.min(...shares)
  return {
    left: percent(x),
    top: percent(y),
    '--wide': reach(corners?.map((corner) => corner.x)),
    '--high': reach(corners?.map((corner) => corner.y)) * (height / width),
  }
}

type Props = {
  plan: FloorPlan
  /** In place of those of the plan: while they are changed. */
  places?: readonly PlanPlace[]
  /** The area that stands out. */
  areaId?: string | undefined
  /** How many people are in each area, by its id. */
  counts?: ReadonlyMap<string, number> | undefined
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/**
 * The picture of a floor with the outlines and names of its areas, and what stands over it. In the dark a plan in dark lines is shown
 * in light ones.
 */
export function PlanPicture({ plan, places = plan.places, areaId, counts, ref, children }: Props) {
  const t = useText()
  const areas = places.filter(({ kind }) => kind === 'area')
  const count = places.filter(({ kind }) => kind === 'door').length
  return (
    <div className="plan-picture" ref={ref} style={{ aspectRatio: `${plan.width} / ${plan.height}` }}>
      <img
        src={floorPlanPictureAddress(plan)}
        alt={t('shared:plan.picture', { plan: plan.name, count })}
        width={plan.width}
        height={plan.height}
        draggable={false}
        data-dark={plan.isDark || undefined}
      />
      <svg className="plan-areas" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {areas.map(
          (area) =>
            area.corners && (
              <polygon key={area.id} points={outlineOf(area)} data-chosen={area.id === areaId || undefined} />
            ),
        )}
      </svg>
      {areas.map((area) => (
        <span
          key={area.id}
          className="plan-area-name"
          style={roomOf(area, plan)}
          data-chosen={area.id === areaId || undefined}
        >
          <span>{area.name}</span>
          {counts && <b>{counts.get(area.id) ?? 0}</b>}
        </span>
      ))}
      {children}
    </div>
  )
}
