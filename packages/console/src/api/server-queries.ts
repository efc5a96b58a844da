import { getServerVersion, getUserType } from '@gatehouse/contract/features/server-info.ts'
import { queryOptions } from '@tanstack/react-query'
import { currentUser } from '../lib/session.ts'
import { call } from './call.ts'

/** Edition, release date and version; a server does not change them while it runs. */
export const serverVersionQuery = queryOptions({
  queryKey: ['server-version'],
  queryFn: ({ signal }) => call(getServerVersion, {}, { signal }),
  staleTime: Infinity,
})

/** 2 = enterprise edition, 1 = cloud edition. */
export const userTypeQuery = queryOptions({
  queryKey: ['user-type'],
  queryFn: ({ signal }) => call(getUserType, { query: { id: currentUser()?.id } }, { signal }),
  staleTime: Infinity,
})
