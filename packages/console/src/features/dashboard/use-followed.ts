import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { isLive, onLiveHint, onLiveLine } from '../../api/live.ts'
import { commonSettings, onCommonSettings } from '../../lib/common-settings.ts'
import { repeatWhileAsked } from '../../lib/repeat-while-asked.ts'

/** The time for which hints are gathered after a refresh: a door where people pass each second costs the server one request a second. */
const quietMs = 1_000
/** Midnight comes and licences run out without a hint. */
const slowMs = 60_000
/** Topics that no dashboard shows. */
const elsewhere = new Set<LiveTopic>(['timetables', 'policies', 'imports', 'commands'])

export const useCommonSettings = () => useSyncExternalStore(onCommonSettings, commonSettings)
const useIsLive = () => useSyncExternalStore(onLiveLine, isLive)

/**
 * Keeps the queries below `key` fresh: at once by the server's hints, and by asking every so often where no hints come, or
 * where the common settings say so. Gives how it is done, and the interval for `refetchInterval`.
 */
export function useFollowed(key: string): { isLive: boolean; refetchInterval: number } {
  const client = useQueryClient()
  const isLive = useIsLive()
  const { autoUpdate, frequency } = useCommonSettings()
  useEffect(() => {
    const { ask, stop } = repeatWhileAsked(
      // In a tab that nobody sees it is only marked; coming back to it asks.
      () => client.invalidateQueries({ queryKey: [key], refetchType: document.hidden ? 'none' : 'active' }),
      quietMs,
    )
    const leave = onLiveHint((topic) => {
      if (!elsewhere.has(topic)) ask()
    })
    return () => {
      leave()
      stop()
    }
  }, [client, key])
  return { isLive, refetchInterval: autoUpdate === '1' || !isLive ? frequency * 1000 : slowMs }
}
