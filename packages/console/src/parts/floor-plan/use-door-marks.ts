import { type DoorMark, type DoorNeed, doorNeeds, listDoorMarks } from '@gatehouse/contract/features/floor-plans.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { askAgain } from '../../api/ask-again.ts'
import { onLiveHint } from '../../api/live.ts'
import { queryOf } from '../../api/query.ts'

/** The topics beside that of sites which change how a door stands. */
const topics: ReadonlySet<LiveTopic> = new Set<LiveTopic>(['devices', 'alarms', 'lockdowns', 'doors'])
/** Many doors change at once in a lockdown: one look at them is enough. */
const quietMs = 300

export const doorMarks = (siteId: string) => queryOf(listDoorMarks, { params: { id: siteId } })

type AtSite = { id: string; site: { id: string } }

/** How each door of a site stands now, by its id. Asked again when something changes it. */
export function useDoorMarks(siteId: string): ReadonlyMap<string, DoorMark> {
  const { data } = useQuery(doorMarks(siteId))
  useAskAgain([siteId])
  return useMemo(() => new Map(data?.map(({ doorId, mark }) => [doorId, mark])), [data])
}

/** How one door stands now, and since when; undefined until the server has answered. */
export const useDoorStanding = (door: AtSite | undefined) => useDoorStandings(door && [door])?.[0]

/** How these doors stand now, at whichever sites they are; undefined until the server has answered for each site. */
export function useDoorStandings(doors: readonly AtSite[] | undefined): Reply<typeof listDoorMarks> | undefined {
  const siteIds = [...new Set(doors?.map(({ site }) => site.id))]
  const asked = useQueries({ queries: siteIds.map(doorMarks) })
  useAskAgain(siteIds)
  // One site alone would leave out what doors of another need.
  if (!doors || asked.some(({ data }) => data === undefined)) return undefined
  const ids = new Set(doors.map(({ id }) => id))
  return asked.flatMap(({ data }) => data?.filter(({ doorId }) => ids.has(doorId)) ?? [])
}

/** The reasons for which doors need somebody, the most urgent first; undefined until the server has answered. */
export function useNeedsOf(doors: readonly AtSite[] | undefined): readonly DoorNeed[] | undefined {
  const found = useDoorStandings(doors)
  return found && doorNeeds.filter((need) => found.some(({ needs }) => needs.includes(need)))
}

/** Asks again how the doors of these sites stand when something may have changed it. */
function useAskAgain(siteIds: readonly string[]): void {
  const client = useQueryClient()
  // As one text: a list is another one with each drawing.
  const sites = siteIds.join()
  useEffect(() => {
    if (sites === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = onLiveHint((topic) => {
      if (!topics.has(topic)) return
      timer ??= setTimeout(() => {
        timer = undefined
        for (const siteId of sites.split(',')) void askAgain(client, doorMarks(siteId).queryKey)
      }, quietMs)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [sites, client])
}
