import {
  getAccountDetail,
  getSecondFactor,
  listAccounts,
  listAccountSessions,
  listOwnSessions,
} from '@gatehouse/contract/features/accounts.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

// Keys begin with the live topic `accounts`: a hint refreshes what is shown.

export const accountList = (state: Query<typeof listAccounts>) =>
  queryOptions({
    queryKey: ['accounts', 'list', state],
    queryFn: ({ signal }) => call(listAccounts, { query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const accountDetail = (id: string) =>
  queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) => call(getAccountDetail, { params: { id } }, { signal }),
  })

export const accountSessions = (id: string) =>
  queryOptions({
    queryKey: ['accounts', 'sessions', id],
    queryFn: ({ signal }) => call(listAccountSessions, { params: { id } }, { signal }),
  })

export const ownSessions = queryOptions({
  queryKey: ['accounts', 'own-sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, {}, { signal }),
})

export const ownSecondFactor = queryOptions({
  queryKey: ['accounts', 'own-second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }),
})
