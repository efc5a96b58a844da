import { getOperation, listOperations, listOperators } from '@gatehouse/contract/features/operation-log.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const operationListQuery = (state: Query<typeof listOperations>) =>
  queryOptions({
    queryKey: ['operations', 'list', state],
    queryFn: ({ signal }) => call(listOperations, { query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: ['operations', 'one', id],
    queryFn: ({ signal }) => call(getOperation, { params: { id } }, { signal }),
    // A line never changes.
    staleTime: Infinity,
  })

export const operatorChoicesQuery = queryOptions({
  queryKey: ['operations', 'operators'],
  queryFn: async ({ signal }) =>
    (await call(listOperators, {}, { signal })).map(({ id, name }) => ({ value: id, label: name })),
  staleTime: 60_000,
})
