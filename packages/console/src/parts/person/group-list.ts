import { listGroups, type groupKinds } from '@gatehouse/contract/features/person-groups.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export type GroupKind = (typeof groupKinds)[number]

/** The person groups of a kind, or all of them. */
export const groupList = (kind?: GroupKind) =>
  queryOptions({ ...queryOf(listGroups, { query: { kind } }), staleTime: 60_000 })
