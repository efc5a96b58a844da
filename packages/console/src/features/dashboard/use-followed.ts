import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { askAgain } from '../../api/ask-again.ts'
import { isLive, onLiveLine } from '../../api/live.ts'
import { useAskOnHints } from '../../api/use-ask-on-hints.ts'
import { commonSettings, onCommonSettings } from '../../lib/common-settings.ts'
import { isOnDashboard } from './dashboard-queries.ts'

/** Midnight comes and licences run out without a hint. */
const slowMs = 60_000

export const useCommonSettings = () => useSyncExternalStore(onCommonSettings, commonSettings)
const useIsLive = () => useSyncExternalStore(onLiveLine, isLive)

/**
 * Keeps a query of many topics fresh: at once by the server's hints, and by asking every so often where no hints come, or
 * where the common settings say so. Gives how it is done, and the interval for `refetchInterval`. The query must stay the same from
 * one drawing to the next.
 */
export function useFollowed({ queryKey }: { queryKey: QueryKey }): { isLive: boolean; refetchInterval: number } {
  const client = useQueryClient()
  const isLive = useIsLive()
  const { autoUpdate, frequency } = useCommonSettings()
  const ask = useCallback(
    // In a tab that nobody sees it is only marked; coming back to it asks.
    () => askAgain(client, queryKey, { refetchType: document.hidden ? 'none' : 'active' }),
    [client, queryKey],
  )
  useAskOnHints(ask, isOnDashboard)
  return { isLive, refetchInterval: autoUpdate === '1' || !isLive ? frequency * 1000 : slowMs }
}
