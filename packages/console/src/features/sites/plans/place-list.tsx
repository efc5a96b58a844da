import { useId } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { keyOf, type Placeable } from './plan-edits.ts'
import { draggedKey, markIdOf, placeIdOf } from './plan-ids.ts'
import type { PlanEditor } from './use-plan-editor.ts'

type Props = { title: string; things: readonly Placeable[]; editor: PlanEditor; empty: string }

/**
 * Doors or areas of a site, each with whether it is on this plan. One that is not is dragged onto it, or chosen and clicked at; Enter puts
 * it into the middle. One that is leads to its mark.
 */
export function PlaceList({ title, things, editor, empty }: Props) {
  const t = useText()
  const heading = useId()
  const placed = new Set(editor.edits.places.map(keyOf))
  const open = (key: string) => {
    if (placed.has(key)) document.getElementById(markIdOf(key))?.focus()
    else editor.put(key, editor.middle)
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {things.length === 0 && <p className="site-quiet">{empty}</p>}
      <ul className="place-list">
        {things.map((thing) => {
          const key = keyOf(thing)
          const isPlaced = placed.has(key)
          return (
            <li key={key}>
              <button
                id={placeIdOf(key)}
                type="button"
                draggable={!isPlaced}
                data-placed={isPlaced || undefined}
                aria-pressed={key === editor.chosenKey}
                onDragStart={({ dataTransfer }) => {
                  dataTransfer.setData(draggedKey, key)
                  dataTransfer.effectAllowed = 'move'
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  open(key)
                }}
                // A screen reader presses a button without a pointer: it cannot point at the plan then.
                onClick={({ detail }) => (detail === 0 || isPlaced ? open(key) : editor.choose(key))}
              >
                <span className="place-name">{thing.name}</span>
                <span className="place-state">{t(isPlaced ? 'sites:plan.isPlaced' : 'sites:plan.isNotPlaced')}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
