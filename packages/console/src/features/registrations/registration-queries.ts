import { getRegistration, listRegistrations } from '@gatehouse/contract/features/registrations.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { queryOf } from '../../api/query.ts'

export const registrationsPath = pathTo('registerRecord')
export const registrationListState = listRegistrations.query
export type RegistrationListState = z.output<typeof registrationListState>

export const registrationList = (query: RegistrationListState) =>
  queryOptions({ ...queryOf(listRegistrations, { query }), placeholderData: keepPreviousData })

export const registrationDetail = (id: string) => queryOf(getRegistration, { params: { id } })
