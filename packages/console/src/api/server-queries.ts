import { getServerVersion, getUserType } from '@gatehouse/contract/features/server-info.ts'
import { queryOptions } from '@tanstack/react-query'
import { currentUser } from '../lib/session.ts'
import { queryOf } from './query.ts'

/** Edition, release date and version; a server does not change them while it runs. */
export const serverVersionQuery = queryOptions({ ...queryOf(getServerVersion), staleTime: Infinity })

/** 2 = enterprise edition, 1 = cloud edition. */
export const userTypeQuery = queryOptions({
  ...queryOf(getUserType, { query: { id: currentUser()?.id } }),
  staleTime: Infinity,
})
