import * as contract from '@gatehouse/contract/features/alarms.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export type AlarmListState = Query<typeof contract.listAlarms>

export const alarmListQuery = (state: AlarmListState) =>
  queryOptions({ ...queryOf(contract.listAlarms, { query: state }), placeholderData: keepPreviousData })

export const alarmQuery = (id: string) => queryOf(contract.getAlarm, { params: { id } })

export const handlersQuery = queryOptions({
  ...queryOf(contract.listHandlers),
  select: (handlers) =>
    handlers.map(({ id, name, account }) => ({
      value: id,
      label: name === account ? name : `${name} (${account})`,
    })),
  staleTime: 60_000,
})

export const rulesQuery = queryOf(contract.listAlarmRules)

export const settingsQuery = queryOf(contract.getAlarmSettings)
