import { getWaitingCounts, type WaitingCounts, waitingTopics } from '@gatehouse/contract/features/notices/counts.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import type { PageName } from '@gatehouse/contract/navigation.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { askAgain } from '../../api/ask-again.ts'
import { queryOf } from '../../api/query.ts'
import { useAskOnHints } from '../../api/use-ask-on-hints.ts'
import { type Text, useText } from '../../i18n/i18n.ts'

export type MenuCount = { count: number; isMore: boolean; isAlarm: boolean; words: string }
export type MenuCounts = Partial<Record<PageName, MenuCount>>

/** A hint asks again; a lost one costs a minute. */
const countsQuery = queryOptions({ ...queryOf(getWaitingCounts), refetchInterval: 60_000 })
const topics: ReadonlySet<LiveTopic> = new Set(waitingTopics)
const isCounted = (topic: LiveTopic) => topics.has(topic)

/** The number of things that wait for somebody, for menu, bottom bar and notices: one request. */
export const useWaitingCounts = (): WaitingCounts | undefined => useQuery(countsQuery).data

/** Asks for the counts again as hints come; once, in the frame. */
export function useFreshCounts() {
  const client = useQueryClient()
  const ask = useCallback(() => askAgain(client, countsQuery.queryKey), [client])
  useAskOnHints(ask, isCounted)
}

/** The counts of the menu, each at the page where it is worked off. */
export function useMenuCounts(): MenuCounts {
  const t = useText()
  return menuCountsOf(useWaitingCounts(), t)
}

export function menuCountsOf(waiting: WaitingCounts = {}, t: Text): MenuCounts {
  const { alarms, visits, devices, laxDoors } = waiting
  return {
    ...(alarms && { deviceAlarm: { ...alarms, isAlarm: true, words: t('frame:waiting.alarms', alarms) } }),
    ...(visits && { visitor: { ...visits, isAlarm: false, words: t('frame:waiting.visits', visits) } }),
    ...(devices && { deviceList: devicesCount(devices, laxDoors ?? { count: 0, isMore: false }, t) }),
  }
}

type Waiting = NonNullable<WaitingCounts['devices']>

/** Devices that want to join, and those whose face threshold is too low: one number at one entry of the menu. */
function devicesCount(joining: Waiting, lax: Waiting, t: Text): MenuCount {
  const words = [
    ...(joining.count > 0 || lax.count === 0 ? [t('frame:waiting.devices', joining)] : []),
    ...(lax.count > 0 ? [t('frame:waiting.laxDoors', lax)] : []),
  ]
  return {
    count: joining.count + lax.count,
    isMore: joining.isMore || lax.isMore,
    isAlarm: lax.count > 0,
    words: words.join(t('list:comma')),
  }
}
