import { getDashboard, getExhibition } from '@gatehouse/contract/features/dashboard.ts'
import { getStorage } from '@gatehouse/contract/features/storage.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

// Of many topics: `useFollowed` asks for them anew, not the hint of one topic.

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
})

export const exhibitionQuery = queryOptions({
  queryKey: ['dashboard', 'exhibition'],
  queryFn: ({ signal }) => call(getExhibition, {}, { signal }),
})

/** The hint `storage` asks anew. */
export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => call(getStorage, {}, { signal }),
  staleTime: 0,
})
