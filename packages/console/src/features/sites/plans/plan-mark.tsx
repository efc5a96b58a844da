import type { PlanPlace, PlanPoint } from '@gatehouse/contract/features/floor-plans.ts'
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { DoorGlyph, PointGlyph } from '../../../parts/floor-plan/door-mark.tsx'
import { arrowSteps, isArrowKey } from '../../../parts/floor-plan/nearest-place.ts'
import { percent } from '../../../parts/floor-plan/plan-picture.tsx'
import { markIdOf } from './plan-ids.ts'

/** The share of the plan that an arrow key moves; with Shift, the second. */
const steps = { small: 0.01, large: 0.05 }

type HandleProps = {
  id: string
  className: string
  label: string
  at: PlanPoint
  isChosen: boolean
  stage: RefObject<HTMLElement | null>
  onChoose: () => void
  /** `gesture` joins what is undone together; `isByKey` is told to screen readers. */
  onMove: (to: PlanPoint, gesture: string, isByKey: boolean) => void
  onRemove: () => void
  onEnter?: () => void
  children?: ReactNode
}

export function pointOn(stage: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): PlanPoint {
  const { left, top, width, height } = stage.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

/** A button on the plan that is moved: by pointer, or by arrow keys. Delete removes it. */
export function PlanHandle(props: HandleProps) {
  const { at, onMove } = props
  const [drag, setDrag] = useState<string | null>(null)

  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag(`drag ${event.timeStamp}`)
    props.onChoose()
  }
  const move = (event: PointerEvent) => {
    if (drag !== null && props.stage.current) onMove(pointOn(props.stage.current, event), drag, false)
  }
  const keyDown = (event: KeyboardEvent) => {
    if (isArrowKey(event.key)) {
      event.preventDefault()
      const step = arrowSteps[event.key]
      const size = event.shiftKey ? steps.large : steps.small
      onMove({ x: at.x + step.x * size, y: at.y + step.y * size }, `arrows ${props.id}`, true)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      props.onRemove()
    } else if (event.key === 'Enter' && props.onEnter) {
      event.preventDefault()
      props.onEnter()
    }
  }
  return (
    <button
      id={props.id}
      type="button"
      className={props.className}
      aria-label={props.label}
      aria-pressed={props.isChosen}
      aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Delete"
      title={props.label}
      style={{ left: percent(at.x), top: percent(at.y) }}
      onFocus={props.onChoose}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={() => setDrag(null)}
      onPointerCancel={() => setDrag(null)}
      onKeyDown={keyDown}
    >
      {props.children}
    </button>
  )
}

type MarkProps = Omit<HandleProps, 'id' | 'className' | 'label' | 'at' | 'children'> & { place: PlanPlace }

/** A door, an area or a muster point on the plan that is being changed. */
export function PlanMark({ place, ...props }: MarkProps) {
  const t = useText()
  const { kind, id, name } = place
  const label = t('sites:plan.markName', { name, x: Math.round(place.x * 100), y: Math.round(place.y * 100) })
  return (
    <PlanHandle
      {...props}
      id={markIdOf(`${kind}-${id}`)}
      className={kind === 'area' ? 'plan-mark plan-handle plan-area-handle' : 'door-mark plan-mark plan-handle'}
      label={label}
      at={place}
    >
      {kind === 'door' && <DoorGlyph mark="closed" />}
      {kind === 'muster-point' && <PointGlyph />}
    </PlanHandle>
  )
}
