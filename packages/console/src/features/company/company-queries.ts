import { getCompany } from '@gatehouse/contract/features/company.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const companyAddress = '/bumgt/company'

// Begins with the live topic `company`: a hint refreshes it.
export const companyQuery = queryOptions({
  queryKey: ['company', 'info'],
  queryFn: ({ signal }) => call(getCompany, {}, { signal }),
})
