import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export type RecordListState = Query<typeof listRecords>

/** The address keeps `opened` as text; the route reads text. */
export const recordQueryText = ({ opened, ...state }: RecordListState) => ({
  ...state,
  ...(opened === undefined ? {} : { opened: opened ? ('true' as const) : ('false' as const) }),
})

export const recordListQuery = (state: RecordListState) =>
  queryOptions({ ...queryOf(listRecords, { query: recordQueryText(state) }), placeholderData: keepPreviousData })

export const recordQuery = (id: string) =>
  queryOptions({
    ...queryOf(getRecord, { params: { id } }),
    // A record never changes.
    staleTime: Infinity,
  })
