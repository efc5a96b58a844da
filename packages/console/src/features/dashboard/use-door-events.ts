import { getLiveBoard, type LiveEvent } from '@gatehouse/contract/features/live/board.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { askAgain } from '../../api/ask-again.ts'
import { callPlain } from '../../api/call.ts'
import { useAskOnHints } from '../../api/use-ask-on-hints.ts'
import { instantMs } from '../../lib/clock.ts'

/** As many as stand beside the figures. */
const maxShown = 7
const slowMs = 30_000
const isOfDoors = (topic: LiveTopic) => topic === 'records' || topic === 'alarms'

type Kept = { cursor: string; events: readonly LiveEvent[] }
const key = ['dashboard', 'door-events'] as const

/** The newest events at the doors: after the first answer only those that have changed since. */
const doorEvents = queryOptions<Kept>({
  queryKey: key,
  queryFn: async ({ client, signal }) => {
    const known = client.getQueryData<Kept>(key)
    const query = known ? { after: known.cursor } : {}
    const board = await callPlain(getLiveBoard, { query }, signal)
    const before = board.isWhole ? [] : (known?.events ?? [])
    const byId = new Map([...before, ...board.events].map((event) => [event.id, event]))
    const newest = [...byId.values()].toSorted((a, b) => instantMs(b.at) - instantMs(a.at))
    return { cursor: board.cursor, events: newest.slice(0, maxShown) }
  },
})

export function useDoorEvents() {
  const client = useQueryClient()
  const ask = useCallback(() => askAgain(client, key, { refetchType: document.hidden ? 'none' : 'active' }), [client])
  useAskOnHints(ask, isOfDoors)
  return useQuery({ ...doorEvents, refetchInterval: slowMs })
}
