import { getOpenDoors, getPolicyMatrix } from '@gatehouse/contract/features/policies/matrix.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../../api/query.ts'

export type Matrix = Reply<typeof getPolicyMatrix>

export const matrixQuery = (siteId: string | undefined) =>
  queryOptions({ ...queryOf(getPolicyMatrix, { query: { siteId } }), placeholderData: keepPreviousData })

export const openDoorsQuery = (personId: string, at: string | undefined, siteId: string | undefined) =>
  queryOptions({
    ...queryOf(getOpenDoors, { query: { personId, at, siteId } }),
    placeholderData: keepPreviousData,
    retry: false,
  })
