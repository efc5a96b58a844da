import { countRecords } from '@gatehouse/contract/features/records.ts'
import { maxCounted } from '@gatehouse/contract/paging.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const minuteMs = 60_000

/**
 * How many records there are of these, up to as many as a list counts. Asked once a minute, whatever the hints say: doors tell of passages
 * many times a second.
 */
export const recordCount = (of: Omit<QueryInput<typeof countRecords>, 'exact' | 'atMost'>) =>
  queryOptions({
    queryKey: ['record-count', of],
    queryFn: ({ signal }) => call(countRecords, { query: { ...of, atMost: String(maxCounted) } }, { signal }),
    staleTime: minuteMs,
    refetchInterval: minuteMs,
  })
