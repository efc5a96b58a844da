import { getPolicyHints, listPolicies, explainAccess } from '@gatehouse/contract/features/policies.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const policyList = (state: Query<typeof listPolicies>) =>
  queryOptions({ ...queryOf(listPolicies, { query: state }), placeholderData: keepPreviousData })

export const policyHintsQuery = queryOf(getPolicyHints)

/** Policies to choose from when some are to be deleted. */
export const policyChoices = (keyword: string) =>
  queryOptions({
    ...queryOf(listPolicies, { query: { size: 200, keyword } }),
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
  })

export const accessExplanationQuery = (question: { personId: string; deviceId: string; at: string | undefined }) =>
  queryOptions({ ...queryOf(explainAccess, { query: question }), retry: false })
