import { type DoorMark, type DoorNeed, doorNeeds, listDoorMarks } from '@gatehouse/contract/features/floor-plans.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { onLiveHint } from '../../api/live.ts'
import { queryOf } from '../../api/query.ts'

/** The topics beside that of sites which change how a door stands. */
const topics: ReadonlySet<LiveTopic> = new Set<LiveTopic>(['devices', 'alarms', 'lockdowns', 'doors'])
/** Many doors change at once in a lockdown: one look at them is enough. */
const quietMs = 300

export const doorMarks = (siteId: string) => queryOf(listDoorMarks, { params: { id: siteId } })

/** How each door of a site stands now, by its id. Asked again when something changes it. */
export function useDoorMarks(siteId: string): ReadonlyMap<string, DoorMark> {
  const data = useStandings(siteId)
  return useMemo(() => new Map(data?.map(({ doorId, mark }) => [doorId, mark])), [data])
}

/** How one door stands now, and since when; undefined until the server has answered. */
export const useDoorStanding = (door: { id: string; site: { id: string } } | undefined) =>
  useStandings(door?.site.id)?.find(({ doorId }) => doorId === door?.id)

/** The reasons for which doors of one site need somebody, the most urgent first; undefined until the server has answered. */
export function useNeedsOf(
  doors: readonly { id: string; site: { id: string } }[] | undefined,
): readonly DoorNeed[] | undefined {
  const standings = useStandings(doors?.[0]?.site.id)
  const found = standings?.filter(({ doorId }) => doors?.some(({ id }) => id === doorId))
  return found && doorNeeds.filter((need) => found.some(({ needs }) => needs.includes(need)))
}

function useStandings(siteId: string | undefined) {
  const { data, refetch } = useQuery({ ...doorMarks(siteId ?? ''), enabled: siteId !== undefined })
  useEffect(() => {
    if (siteId === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = onLiveHint((topic) => {
      if (!topics.has(topic)) return
      timer ??= setTimeout(() => {
        timer = undefined
        void refetch()
      }, quietMs)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [siteId, refetch])
  return data
}
