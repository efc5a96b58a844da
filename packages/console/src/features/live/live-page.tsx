import { type LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useDarkPage } from '../../ui/theme/theme.ts'
import type { BoardState, House } from './board-store.ts'
import { DoorBoard } from './door-board.tsx'
import { EventStream } from './event-stream.tsx'
import type { EventGroup } from './group-events.ts'
import { EventRecord, useLaterParts } from './later.tsx'
import { LiveSkeleton } from './live-skeleton.tsx'
import { NoDoors } from './no-doors.tsx'
import { TopLine } from './top-line.tsx'
import { useHouse } from './use-house.ts'
import { useLiveState } from './use-live-state.ts'
import './live.css'

/** The house as it is now: its doors on a plan or as tiles, and what happens at them. */
export function Component() {
  const t = useText()
  const { house, error, arrived, arrivedMs, isLive, retry } = useHouse()
  useDarkPage()
  return (
    <div className="live-page">
      <h1 className="for-readers">{t('house:title')}</h1>
      {house ? (
        <Live house={house} arrived={arrived} arrivedMs={arrivedMs} isLive={isLive} />
      ) : error === undefined ? (
        <LiveSkeleton />
      ) : (
        <ErrorPanel error={error} onRetry={retry} />
      )}
    </div>
  )
}

type Props = Pick<BoardState, 'arrived' | 'arrivedMs'> & { house: House; isLive: boolean }

function Live({ house, arrived, arrivedMs, isLive }: Props) {
  useLaterParts()
  const [state, change] = useLiveState()
  const [opened, setOpened] = useState<EventGroup>()
  const chosen = house.doors?.find(({ id }) => id === state.door)
  const site = siteOf(house.doors, chosen?.site.id ?? state.site)
  const sites = new Set(house.doors?.map((door) => door.site.id)).size
  const parts = useRef<HTMLDivElement>(null)
  const closeRecord = () => {
    setOpened(undefined)
    parts.current?.querySelector<HTMLElement>('.live-events')?.focus()
  }
  return (
    <>
      <TopLine house={house} site={site} onChoose={(door) => change({ door: door.id, site: door.site.id })} />
      <div
        ref={parts}
        className="live-parts"
        data-record={opened !== undefined || undefined}
        data-doors={house.doors !== undefined}
      >
        {house.doors &&
          (house.doors.length === 0 ? (
            <NoDoors />
          ) : (
            <DoorBoard {...{ house, site, arrived, arrivedMs, state, change }} doors={house.doors} />
          ))}
        {opened && <EventRecord key={opened.id} group={opened} onClose={closeRecord} />}
        <EventStream
          house={house}
          site={sites > 1 ? site : undefined}
          isLive={isLive}
          openedId={opened?.id}
          onOpen={setOpened}
        />
      </div>
    </>
  )
}

/** The site that is shown: the one that was chosen, else the one with most doors. */
function siteOf(doors: House['doors'], chosenId: string | undefined): LiveDoor['site'] | undefined {
  const chosen = doors?.find(({ site }) => site.id === chosenId)
  if (chosen) return chosen.site
  const counts = new Map<string, { site: LiveDoor['site']; count: number }>()
  for (const { site } of doors ?? []) counts.set(site.id, { site, count: (counts.get(site.id)?.count ?? 0) + 1 })
  return [...counts.values()].toSorted((a, b) => b.count - a.count)[0]?.site
}
