import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export type RecordListState = Query<typeof listRecords>

/** The address keeps `opened` as text; the route reads text. */
export const recordQueryText = ({ opened, ...state }: RecordListState) => ({
  ...state,
  ...(opened === undefined ? {} : { opened: opened ? ('true' as const) : ('false' as const) }),
})

// Keys begin with the live topic `records`: a hint refreshes what is shown.

export const recordListQuery = (state: RecordListState) =>
  queryOptions({
    queryKey: ['records', 'list', state],
    queryFn: ({ signal }) => call(listRecords, { query: recordQueryText(state) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: ['records', 'one', id],
    queryFn: ({ signal }) => call(getRecord, { params: { id } }, { signal }),
    // A record never changes.
    staleTime: Infinity,
  })
