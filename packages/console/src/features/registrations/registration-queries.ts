import { getRegistration, listRegistrations } from '@gatehouse/contract/features/registrations.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../api/call.ts'

export const registrationsAddress = '/manmgt/registerRecord'
export const registrationListState = listRegistrations.query
export type RegistrationListState = z.output<typeof registrationListState>

// Keys begin with the live topic `registrations`: a hint refreshes what is shown.
export const registrationList = (query: RegistrationListState) =>
  queryOptions({
    queryKey: ['registrations', 'list', query],
    queryFn: ({ signal }) => call(listRegistrations, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const registrationDetail = (id: string) =>
  queryOptions({
    queryKey: ['registrations', 'detail', id],
    queryFn: ({ signal }) => call(getRegistration, { params: { id } }, { signal }),
  })
