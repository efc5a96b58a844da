import type { FloorPlan } from '@gatehouse/contract/features/floor-plans.ts'
import { type DragEvent, type MouseEvent, useRef } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { PlanPicture } from '../../../parts/floor-plan/plan-picture.tsx'
import * as edit from './plan-edits.ts'
import { draggedKey, markIdOf } from './plan-ids.ts'
import { PlanHandle, PlanMark, pointOn } from './plan-mark.tsx'
import type { PlanEditor } from './use-plan-editor.ts'

/** The plan that is being changed: what is dragged onto it, or chosen and clicked at, gets its place there. */
export function PlanStage({ plan, editor, zoom }: { plan: FloorPlan; editor: PlanEditor; zoom: number }) {
  const t = useText()
  const stage = useRef<HTMLDivElement>(null)
  const { places } = editor.edits
  const chosen = places.find((place) => edit.keyOf(place) === editor.chosenKey)

  const drop = (event: DragEvent) => {
    const key = event.dataTransfer.getData(draggedKey)
    if (!stage.current || key === '') return
    event.preventDefault()
    editor.put(key, pointOn(stage.current, event))
  }
  const click = (event: MouseEvent) => {
    if (!stage.current || editor.chosenKey === null || chosen || event.target instanceof HTMLButtonElement) return
    editor.put(editor.chosenKey, pointOn(stage.current, event))
  }
  return (
    <div className="plan-scroll">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- by keyboard, Enter in the list does the same */}
      <div
        className="plan-zoomed"
        style={{ width: `${zoom * 100}%` }}
        data-places={(editor.chosenKey !== null && !chosen) || undefined}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        onClick={click}
      >
        <PlanPicture plan={plan} places={places} areaId={chosen?.id} ref={stage}>
          {places.map((place) => {
            const key = edit.keyOf(place)
            return (
              <PlanMark
                key={key}
                place={place}
                stage={stage}
                isChosen={key === editor.chosenKey}
                onChoose={() => editor.choose(key)}
                onMove={(to, gesture, isByKey) => editor.move(key, to, gesture, isByKey)}
                onRemove={() => editor.remove(key)}
              />
            )
          })}
          {chosen?.corners?.map((corner, index) => {
            const key = edit.keyOf(chosen)
            return (
              <PlanHandle
                // oxlint-disable-next-line react/no-array-index-key -- a corner is nothing but its place in the row
                key={`${key} ${index}`}
                id={`${markIdOf(key)}-corner-${index}`}
                className="plan-mark plan-handle plan-corner"
                label={t('sites:plan.cornerName', { name: chosen.name, number: index + 1 })}
                at={corner}
                isChosen={false}
                stage={stage}
                onChoose={() => {}}
                onMove={(to, gesture) => editor.change((edits) => edit.moveCorner(edits, key, index, to, gesture))}
                onRemove={() => editor.change((edits) => edit.removeCorner(edits, key, index))}
                onEnter={() => editor.change((edits) => edit.addCorner(edits, key, index))}
              />
            )
          })}
        </PlanPicture>
      </div>
    </div>
  )
}
