import {
  getDeviceSettings,
  getSettingsBatch,
  listSettingsSchemas,
  listSettingsTemplates,
} from '@gatehouse/contract/features/device-settings.ts'
import {
  getDevice,
  listAnnouncements,
  listCommands,
  listDeviceModels,
  listDevicePeople,
  listDevices,
} from '@gatehouse/contract/features/devices.ts'
import type { Query, QueryInput } from '@gatehouse/contract/route.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export type DeviceListState = Query<typeof listDevices>

// Keys begin with the live topics `devices` and `commands`: a hint refreshes what is shown.

export const deviceListQuery = (state: DeviceListState) =>
  queryOptions({
    queryKey: ['devices', 'list', state],
    queryFn: ({ signal }) => call(listDevices, { query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const deviceModelsQuery = queryOptions({
  queryKey: ['devices', 'models'],
  queryFn: ({ signal }) => call(listDeviceModels, {}, { signal }),
  staleTime: 60_000,
})

export const deviceQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', 'one', id],
    queryFn: ({ signal }) => call(getDevice, { params: { id } }, { signal }),
  })

/** Walked by key: as many pages as somebody has asked for. */
export const devicePeopleQuery = (id: string, query: Omit<QueryInput<typeof listDevicePeople>, 'after'>) =>
  infiniteQueryOptions({
    queryKey: ['devices', 'people', id, query],
    queryFn: ({ signal, pageParam }) =>
      call(
        listDevicePeople,
        { params: { id }, query: { ...query, size: 50, ...(pageParam ? { after: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const deviceSettingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', 'settings', id],
    queryFn: ({ signal }) => call(getDeviceSettings, { params: { id } }, { signal }),
  })

export const settingsSchemasQuery = queryOptions({
  queryKey: ['devices', 'schemas'],
  queryFn: ({ signal }) => call(listSettingsSchemas, {}, { signal }),
})

export const settingsBatchQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', 'batch', id],
    queryFn: ({ signal }) => call(getSettingsBatch, { params: { id } }, { signal }),
  })

export const templatesQuery = queryOptions({
  queryKey: ['devices', 'templates'],
  queryFn: ({ signal }) => call(listSettingsTemplates, {}, { signal }),
})

export const announcementsQuery = queryOptions({
  queryKey: ['devices', 'announcements'],
  queryFn: ({ signal }) => call(listAnnouncements, { query: { size: 100 } }, { signal }),
})

/** One that waits is looked at again: whether it expired nobody tells. */
const whileWaitingMs = 2_000

export const deviceCommandsQuery = (id: string) =>
  queryOptions({
    queryKey: ['commands', id],
    queryFn: ({ signal }) => call(listCommands, { params: { id }, query: { size: 50 } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((command) => command.state === 'waiting') ? whileWaitingMs : false,
  })
