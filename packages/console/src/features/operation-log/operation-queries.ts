import { getOperation, listOperations, listOperators } from '@gatehouse/contract/features/operation-log.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const operationListQuery = (state: Query<typeof listOperations>) =>
  queryOptions({ ...queryOf(listOperations, { query: state }), placeholderData: keepPreviousData })

export const operationQuery = (id: string) =>
  queryOptions({
    ...queryOf(getOperation, { params: { id } }),
    // A line never changes.
    staleTime: Infinity,
  })

export const operatorChoicesQuery = queryOptions({
  ...queryOf(listOperators),
  select: (operators) => operators.map(({ id, name }) => ({ value: id, label: name })),
  staleTime: 60_000,
})
