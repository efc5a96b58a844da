import { findBlacklistCandidates, getBlacklisted, listBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../api/call.ts'

// Keys begin with the live topic `blacklist`: a hint refreshes what is shown.

export const blacklistState = listBlacklist.query
export type BlacklistState = z.output<typeof blacklistState>

export const blacklistPage = (state: BlacklistState) =>
  queryOptions({
    queryKey: ['blacklist', 'list', state],
    queryFn: ({ signal }) => call(listBlacklist, { query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const blacklistDetail = (id: string) =>
  queryOptions({
    queryKey: ['blacklist', 'detail', id],
    queryFn: ({ signal }) => call(getBlacklisted, { params: { id } }, { signal }),
  })

/** People who can be moved in: by keyword, or the one of an id. */
export const blacklistCandidates = (wanted: { keyword?: string; id?: string }) =>
  queryOptions({
    queryKey: ['blacklist', 'candidates', wanted],
    queryFn: ({ signal }) => call(findBlacklistCandidates, { query: wanted }, { signal }),
    placeholderData: keepPreviousData,
  })
