import { getCompany, getZoneChange } from '@gatehouse/contract/features/company.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const companyAddress = '/bumgt/company'

// Begins with the live topic `company`: a hint refreshes it.
export const companyQuery = queryOptions({
  queryKey: ['company', 'info'],
  queryFn: ({ signal }) => call(getCompany, {}, { signal }),
  // While days are judged in another zone, the page shows how far that is.
  refetchInterval: ({ state }) => ((state.data?.zoneWaits ?? 0) > 0 ? 1_000 : false),
})

export const zoneChangeQuery = (timeZone: string) =>
  queryOptions({
    queryKey: ['company', 'zone-change', timeZone],
    queryFn: ({ signal }) => call(getZoneChange, { query: { timeZone } }, { signal }),
  })
