import { findBlacklistCandidates, getBlacklisted, listBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { queryOf } from '../../api/query.ts'

export const blacklistState = listBlacklist.query
export type BlacklistState = z.output<typeof blacklistState>

export const blacklistPage = (state: BlacklistState) =>
  queryOptions({ ...queryOf(listBlacklist, { query: state }), placeholderData: keepPreviousData })

export const blacklistDetail = (id: string) => queryOf(getBlacklisted, { params: { id } })

/** People who can be moved in: by keyword, or the one of an id. */
export const blacklistCandidates = (wanted: { keyword?: string; id?: string }) =>
  queryOptions({ ...queryOf(findBlacklistCandidates, { query: wanted }), placeholderData: keepPreviousData })
