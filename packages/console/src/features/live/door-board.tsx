import { listFloorPlans } from '@gatehouse/contract/features/floor-plans.ts'
import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useCan } from '../../lib/use-can.ts'
import { FloorPlanView } from '../../parts/floor-plan/floor-plan-view.tsx'
import type { BoardState, House } from './board-store.ts'
import { DoorTiles } from './door-tiles.tsx'
import { DoorPanel } from './later.tsx'
import { PlanFaces } from './plan-faces.tsx'
import type { LiveState } from './use-live-state.ts'

type Props = Pick<BoardState, 'arrived' | 'arrivedMs'> & {
  house: House
  doors: readonly LiveDoor[]
  site: LiveDoor['site'] | undefined
  state: LiveState
  change: (next: Partial<LiveState>) => void
}

/** The doors of a site on its plans or as tiles, and below them the one that was chosen. */
export function DoorBoard({ house, doors, site, arrived, arrivedMs, state, change }: Props) {
  const t = useText()
  const ofSite = useMemo(() => doors.filter((door) => door.site.id === site?.id), [doors, site?.id])
  const sites = useMemo(() => sitesOf(doors), [doors])
  const plans = useQuery({
    ...queryOf(listFloorPlans, { params: { id: site?.id ?? '' } }),
    enabled: site !== undefined,
    staleTime: 60_000,
  }).data
  // Doors on no plan are tiles, whatever plans there are: nobody waits for those.
  const isOnPlans = ofSite.some(({ places }) => places.length > 0)
  const chosen = doors.find(({ id }) => id === state.door)
  const plan =
    plans?.find(({ id }) => id === state.plan && chosen === undefined) ??
    plans?.find(({ id }) => id === chosen?.places[0]?.planId) ??
    plans?.find(({ id }) => id === state.plan) ??
    plans?.[0]
  const counts = useMemo(
    () => new Map(house.inside.areas?.map(({ areaId, people }) => [areaId, people])),
    [house.inside.areas],
  )
  const stage = useRef<HTMLDivElement>(null)
  const mayOpen = useCan()('live.control')
  const showsPlan = plan !== undefined && state.view === 'plan'
  const planId = showsPlan ? plan.id : state.plan
  // The same from one board to the next, as is what follows from it: else every tile would be drawn with each.
  const choose = useCallback((id: string | undefined) => change({ door: id, plan: planId }), [change, planId])
  const leave = () => {
    const id = chosen?.id ?? ''
    choose(undefined)
    stage.current?.querySelector<HTMLElement>(`[data-door="${CSS.escape(id)}"]`)?.focus()
  }
  /** The door is chosen, and its button to open has the focus, or the field of the reason that it needs: Enter opens by holding. */
  const [openingId, setOpeningId] = useState<string>()
  const toOpening = useCallback(
    (doorId: string) => {
      choose(doorId)
      setOpeningId(doorId)
    },
    [choose],
  )
  const openKey = useCallback(
    (event: KeyboardEvent, doorId: string) => {
      if (!mayOpen || event.key.toLowerCase() !== 'o' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      toOpening(doorId)
    },
    [toOpening, mayOpen],
  )
  return (
    <section className="live-left" aria-label={t('house:doors')} ref={stage}>
      <div className="live-tools">
        {sites.length > 1 && (
          <select
            className="live-select"
            aria-label={t('house:site')}
            value={site?.id}
            onChange={({ target }) => change({ site: target.value, plan: undefined, door: undefined })}
          >
            {sites.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {showsPlan && plans && plans.length > 1 && (
          <div className="live-choice" role="group" aria-label={t('house:level')}>
            {plans.map(({ id, name }) => (
              <button
                key={id}
                type="button"
                aria-pressed={id === plan.id}
                onClick={() => change({ plan: id, door: undefined })}
              >
                {name}
              </button>
            ))}
          </div>
        )}
        {plan && (
          <div className="live-choice live-view-choice" role="group" aria-label={t('house:view')}>
            {(['plan', 'tiles'] as const).map((view) => (
              <button key={view} type="button" aria-pressed={view === state.view} onClick={() => change({ view })}>
                {t(`house:${view}`)}
              </button>
            ))}
          </div>
        )}
      </div>
      {site && !isOnPlans && (plans?.length ?? 0) === 0 && <NoPlan siteId={site.id} isKnown={plans !== undefined} />}
      {showsPlan ? (
        <div className="live-stage">
          <div className="live-stage-fit" style={{ width: `min(100%, ${(plan.width / plan.height) * 100}cqh)` }}>
            <FloorPlanView
              key={plan.id}
              plan={plan}
              marks={house.marks}
              chosenId={chosen?.id}
              onChoose={choose}
              counts={counts}
              onKey={openKey}
            >
              <PlanFaces plan={plan} arrived={arrived} arrivedMs={arrivedMs} />
            </FloorPlanView>
          </div>
        </div>
      ) : plans || !site || !isOnPlans ? (
        <DoorTiles
          doors={ofSite}
          language={currentLanguage()}
          chosenId={chosen?.id}
          onChoose={choose}
          onKey={openKey}
          onAskReason={toOpening}
        />
      ) : (
        <span className="live-bone live-bone-plan" />
      )}
      {chosen && (
        <DoorPanel
          key={chosen.id}
          door={chosen}
          inside={house.inside}
          onLeave={leave}
          takesFocus={chosen.id === openingId}
          onFocused={() => setOpeningId(undefined)}
        />
      )}
    </section>
  )
}

/** Its room is kept until it is known that there is none: the tiles below stay where they are. */
function NoPlan({ siteId, isKnown }: { siteId: string; isKnown: boolean }) {
  const t = useText()
  const can = useCan()
  return (
    <p className="live-no-plan" data-known={isKnown}>
      {t('house:noPlan')}{' '}
      {can('site.write') && <Link to={pathTo('sitePlans', { query: { id: siteId } })}>{t('house:addPlan')}</Link>}
    </p>
  )
}

function sitesOf(doors: readonly LiveDoor[]): LiveDoor['site'][] {
  const byId = new Map(doors.map(({ site }) => [site.id, site]))
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name, currentLanguage()))
}
