import { getDashboard, getExhibition } from '@gatehouse/contract/features/dashboard.ts'
import { getStorage } from '@gatehouse/contract/features/storage.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

// It depends on many topics: `useFollowed` reloads it, not the hint of one topic.

export const dashboardQuery = queryOf(getDashboard)

export const exhibitionQuery = queryOf(getExhibition)

/** The hint `storage` asks again. */
export const storageQuery = queryOptions({ ...queryOf(getStorage), staleTime: 0 })
