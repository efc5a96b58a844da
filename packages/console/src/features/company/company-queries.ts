import { getCompany, getZoneChange } from '@gatehouse/contract/features/company.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const companyPath = pathTo('company')

export const companyQuery = queryOptions({
  ...queryOf(getCompany),
  // While days are recalculated in another zone, the page shows the progress.
  refetchInterval: ({ state }) => ((state.data?.zoneWaits ?? 0) > 0 ? 1_000 : false),
})

export const zoneChangeQuery = (timeZone: string) => queryOf(getZoneChange, { query: { timeZone } })
