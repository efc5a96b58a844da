import * as contract from '@gatehouse/contract/features/alarms.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export type AlarmListState = Query<typeof contract.listAlarms>

// Keys begin with the live topic `alarms`: a hint refreshes what is shown.

export const alarmListQuery = (state: AlarmListState) =>
  queryOptions({
    queryKey: ['alarms', 'list', state],
    queryFn: ({ signal }) => call(contract.listAlarms, { query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const alarmQuery = (id: string) =>
  queryOptions({
    queryKey: ['alarms', 'one', id],
    queryFn: ({ signal }) => call(contract.getAlarm, { params: { id } }, { signal }),
  })

export const handlersQuery = queryOptions({
  queryKey: ['alarm-handlers'],
  queryFn: async ({ signal }) =>
    (await call(contract.listHandlers, {}, { signal })).map(({ id, name, account }) => ({
      value: id,
      label: name === account ? name : `${name} (${account})`,
    })),
  staleTime: 60_000,
})

export const rulesQuery = queryOptions({
  queryKey: ['alarms', 'rules'],
  queryFn: ({ signal }) => call(contract.listAlarmRules, {}, { signal }),
})

export const settingsQuery = queryOptions({
  queryKey: ['alarms', 'settings'],
  queryFn: ({ signal }) => call(contract.getAlarmSettings, {}, { signal }),
})
