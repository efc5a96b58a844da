import type { FloorPlan } from '@gatehouse/contract/features/floor-plans.ts'
import { useText } from '../../i18n/i18n.ts'
import { percent } from '../../parts/floor-plan/plan-picture.tsx'
import { EventFace } from './event-face.tsx'
import { nameOf } from './event-words.ts'
import type { Faces } from './faces-at-doors.ts'

/** The faces of those who have just been at a door, over it; the list of events says the same to screen readers. */
export function PlanFaces({ plan, faces: { faces, more } }: { plan: FloorPlan; faces: Faces }) {
  const t = useText()
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
