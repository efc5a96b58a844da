import {
  getAccountDetail,
  getSecondFactor,
  listAccounts,
  listAccountSessions,
  listOwnSessions,
} from '@gatehouse/contract/features/accounts.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const accountList = (state: Query<typeof listAccounts>) =>
  queryOptions({ ...queryOf(listAccounts, { query: state }), placeholderData: keepPreviousData })

export const accountDetail = (id: string) => queryOf(getAccountDetail, { params: { id } })

export const accountSessions = (id: string) => queryOf(listAccountSessions, { params: { id } })

export const ownSessions = queryOf(listOwnSessions)

export const ownSecondFactor = queryOf(getSecondFactor)
