import { getDevice, listCommands, listDevicePeople, listDevices } from '@gatehouse/contract/features/devices.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export type DeviceListState = Query<typeof listDevices>

// Keys begin with the live topics `devices` and `commands`: a hint refreshes what is shown.

export const deviceListQuery = (state: DeviceListState) =>
  queryOptions({
    queryKey: ['devices', 'list', state],
    queryFn: ({ signal }) => call(listDevices, { query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const deviceQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', 'one', id],
    queryFn: ({ signal }) => call(getDevice, { params: { id } }, { signal }),
  })

export const devicePeopleQuery = (id: string, query: Query<typeof listDevicePeople>) =>
  queryOptions({
    queryKey: ['devices', 'people', id, query],
    queryFn: ({ signal }) => call(listDevicePeople, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const deviceCommandsQuery = (id: string) =>
  queryOptions({
    queryKey: ['commands', id],
    queryFn: ({ signal }) => call(listCommands, { params: { id }, query: { size: 50 } }, { signal }),
  })
