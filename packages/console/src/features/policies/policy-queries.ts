import { getPolicyHints, listPolicies, whyPasses } from '@gatehouse/contract/features/policies.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

// Keys begin with the live topic `policies`: a hint refreshes what is shown.

export const policyList = (state: Query<typeof listPolicies>) =>
  queryOptions({
    queryKey: ['policies', 'list', state],
    queryFn: ({ signal }) => call(listPolicies, { query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const policyHintsQuery = queryOptions({
  queryKey: ['policies', 'hints'],
  queryFn: ({ signal }) => call(getPolicyHints, {}, { signal }),
})

/** Policies to choose from when some are to be deleted. */
export const policyChoices = (keyword: string) =>
  queryOptions({
    queryKey: ['policies', 'choices', keyword],
    queryFn: async ({ signal }) => (await call(listPolicies, { query: { size: 200, keyword } }, { signal })).items,
    placeholderData: keepPreviousData,
  })

export const whyQuery = (question: { personId: string; deviceId: string; at: string | undefined }) =>
  queryOptions({
    queryKey: ['policies', 'why', question],
    queryFn: ({ signal }) => call(whyPasses, { query: question }, { signal }),
    retry: false,
  })
