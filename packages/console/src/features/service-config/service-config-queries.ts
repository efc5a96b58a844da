import { getClockConfig, getMailConfig } from '@gatehouse/contract/features/service-config.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const serviceConfigAddress = '/bumgt/serviceConfig'

// Keys begin with the live topic `service-config`: a hint refreshes what is shown.
export const clockQuery = queryOptions({
  queryKey: ['service-config', 'clock'],
  queryFn: ({ signal }) => call(getClockConfig, {}, { signal }),
})

export const mailQuery = queryOptions({
  queryKey: ['service-config', 'mail'],
  queryFn: ({ signal }) => call(getMailConfig, {}, { signal }),
})
