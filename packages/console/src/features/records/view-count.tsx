import { countRecords, listRecords } from '@gatehouse/contract/features/records.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { readUrlState } from '../../ui/list/list-url-state.ts'
import { recordQueryText } from './record-queries.ts'

const minuteMs = 60_000

/** How many records a saved view has. Counted once a minute: doors tell of passages many times a second. */
export function ViewCount({ query }: { query: string }) {
  const {
    after: _,
    size: _size,
    ...filter
  } = recordQueryText(readUrlState(listRecords.query, new URLSearchParams(query)))
  const { data } = useQuery({
    queryKey: ['view-count', query, filter.from],
    queryFn: ({ signal }) => call(countRecords, { query: filter }, { signal }),
    staleTime: minuteMs,
    refetchInterval: minuteMs,
  })
  return data && <small>{`${formatNumber(data.count)}${data.isMore ? '+' : ''}`}</small>
}
