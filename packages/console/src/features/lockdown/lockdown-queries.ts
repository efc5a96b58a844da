import {
  getLockdownRules,
  getLockdownState,
  type LockdownKind,
  type LockdownScope,
  listLockdowns,
  previewLockdown,
} from '@gatehouse/contract/features/lockdown.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const lockdownList = (state: Query<typeof listLockdowns>) =>
  queryOptions({ ...queryOf(listLockdowns, { query: state }), placeholderData: keepPreviousData })

export const lockdownStateQuery = (id: string) => queryOf(getLockdownState, { params: { id } })

export const lockdownRulesQuery = queryOf(getLockdownRules)

export const lockdownPreviewQuery = (kind: LockdownKind, scope: LockdownScope, groupIds: readonly string[]) =>
  queryOptions({
    ...queryOf(previewLockdown, {
      query: {
        kind,
        scope: scope.kind,
        ...(scope.kind !== 'everything' && { scopeId: scope.id }),
        ...(groupIds.length > 0 && { groupIds: groupIds.join(',') }),
      },
    }),
    placeholderData: keepPreviousData,
  })
