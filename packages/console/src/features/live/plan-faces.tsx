import type { FloorPlan } from '@gatehouse/contract/features/floor-plans.ts'
import { useText } from '../../i18n/i18n.ts'
import { percent } from '../../parts/floor-plan/plan-picture.tsx'
import { EventFace } from './event-face.tsx'
import { nameOf } from './event-words.ts'
import { useFaces } from './use-house.ts'
import type { BoardState } from './board-store.ts'

/** The faces of those who have just been at a door, over it; the list of events says the same to screen readers. */
export function PlanFaces({ plan, ...events }: { plan: FloorPlan } & Pick<BoardState, 'arrived' | 'arrivedMs'>) {
  const t = useText()
  // Here, so that a face that comes or goes draws nothing else.
  const { faces, more } = useFaces(events)
  return (
    <div aria-hidden>
      {faces.map(({ passage }) => {
        const place = plan.places.find(({ kind, id }) => kind === 'door' && id === passage.doorId)
        return (
          place && (
            <figure
              key={passage.id}
              className="live-face"
              data-opened={passage.opened}
              data-below={place.y < 0.2 || undefined}
              style={{ left: percent(place.x), top: percent(place.y) }}
            >
              <EventFace face={passage.face} />
              <figcaption>{nameOf(passage, t)}</figcaption>
            </figure>
          )
        )
      })}
      {more > 0 && <span className="live-more-faces">{t('house:moreFaces', { count: more })}</span>}
    </div>
  )
}
