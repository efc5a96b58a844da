import { getDoor, listDoors } from '@gatehouse/contract/features/sites.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { askAgain } from '../../api/ask-again.ts'
import { queryOf } from '../../api/query.ts'
import { useAskOnHints } from '../../api/use-ask-on-hints.ts'

const ofDevices = (topic: LiveTopic) => topic === 'devices'
const doors = [queryOf(listDoors).queryKey.slice(0, 2), queryOf(getDoor, { params: { id: '' } }).queryKey.slice(0, 2)]

/** The doors that are shown say which of their readers are online, of which only devices hint. */
export function useFollowsReaders(): void {
  const client = useQueryClient()
  const ask = useCallback(() => Promise.all(doors.map((key) => askAgain(client, key))), [client])
  useAskOnHints(ask, ofDevices)
}
