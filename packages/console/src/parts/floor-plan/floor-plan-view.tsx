import type { DoorMark, FloorPlan, PlanPlace } from '@gatehouse/contract/features/floor-plans.ts'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { DoorGlyph, PointGlyph } from './door-mark.tsx'
import { isArrowKey, nearestPlace } from './nearest-place.ts'
import { percent, PlanPicture } from './plan-picture.tsx'
import { wallAt } from './wall-at.ts'

type Props = {
  plan: FloorPlan
  /** By the id of the door; a door without one is not known yet. */
  marks: ReadonlyMap<string, DoorMark>
  chosenId: string | undefined
  onChoose: (doorId: string | undefined) => void
  /** The area that stands out. */
  areaId?: string | undefined
  /** How many people are in each area, by its id. */
  counts?: ReadonlyMap<string, number>
  /** A key that was pressed at a door. */
  onKey?: (event: KeyboardEvent, doorId: string) => void
  /** Stands over the picture. */
  children?: ReactNode
}

/**
 * A floor with its doors, each with how it stands. One stop of Tab: arrow keys go to the nearest door in their direction, Enter
 * chooses, Escape lets go.
 */
export function FloorPlanView({ plan, marks, chosenId, onChoose, areaId, counts, onKey, children }: Props) {
  const t = useText()
  const doors = plan.places.filter(({ kind }) => kind === 'door')
  const standing = useMemo(() => standingOf(plan), [plan])
  const [focusedId, setFocusedId] = useState(chosenId)
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const stop = doors.find(({ id }) => id === focusedId) ?? doors.find(({ id }) => id === chosenId) ?? doors[0]

  const press = (event: KeyboardEvent, door: PlanPlace) => {
    if (event.key === 'Escape' && chosenId !== undefined) {
      event.stopPropagation()
      return onChoose(undefined)
    }
    if (!isArrowKey(event.key)) return onKey?.(event, door.id)
    event.preventDefault()
    const next = nearestPlace(doors, door, event.key, plan.width / plan.height)
    if (next) buttons.current.get(next.id)?.focus()
  }
  return (
    <PlanPicture plan={plan} areaId={areaId} counts={counts}>
      {plan.places
        .filter(({ kind }) => kind === 'muster-point')
        .map(({ id, name, x, y }) => (
          <span key={id} className="plan-point" style={{ left: percent(x), top: percent(y) }}>
            <PointGlyph />
            {name}
          </span>
        ))}
      <div role="group" aria-label={t('shared:plan.doors')}>
        {doors.map((door) => {
          const mark = marks.get(door.id) ?? 'unknown'
          return (
            <button
              key={door.id}
              ref={(button) => {
                if (button) buttons.current.set(door.id, button)
                return () => {
                  buttons.current.delete(door.id)
                }
              }}
              type="button"
              className="door-mark plan-mark"
              data-mark={mark}
              aria-label={t('shared:plan.doorName', { door: door.name, mark: t(`shared:doorMark.${mark}`) })}
              aria-pressed={door.id === chosenId}
              title={door.name}
              tabIndex={door.id === stop?.id ? 0 : -1}
              data-door={door.id}
              data-wall={standing.get(door.id)?.isInWall}
              style={standing.get(door.id)?.style}
              onFocus={() => setFocusedId(door.id)}
              onKeyDown={(event) => press(event, door)}
              onClick={() => onChoose(door.id === chosenId ? undefined : door.id)}
            >
              <DoorGlyph mark={mark} />
            </button>
          )
        })}
      </div>
      {children}
    </PlanPicture>
  )
}

/** The place of each door; in a wall its mark stands beside it, out of the area, and its leaf in it. */
const standingOf = (plan: FloorPlan) =>
  new Map(
    plan.places
      .filter(({ kind }) => kind === 'door')
      .map((door) => {
        const way = wallAt(plan, door)
        const style: CSSProperties & Record<`--${string}`, string> = {
          left: percent(door.x),
          top: percent(door.y),
          ...(way && {
            '--out-x': way.x.toFixed(3),
            '--out-y': way.y.toFixed(3),
            '--turn': `${Math.atan2(-way.x, way.y).toFixed(3)}rad`,
          }),
        }
        return [door.id, { isInWall: way !== undefined || undefined, style }]
      }),
  )
