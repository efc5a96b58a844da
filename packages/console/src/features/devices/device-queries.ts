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
import { getConversation } from '@gatehouse/contract/features/devices/conversation.ts'
import { listLeftPeople } from '@gatehouse/contract/features/devices/left-people.ts'
import { listDoors, listSiteNames } from '@gatehouse/contract/features/sites.ts'
import type { Query, QueryInput } from '@gatehouse/contract/route.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pagesOf, queryOf } from '../../api/query.ts'

export type DeviceListState = Query<typeof listDevices>

export const deviceListQuery = (state: DeviceListState) =>
  queryOptions({ ...queryOf(listDevices, { query: state }), placeholderData: keepPreviousData })

export const deviceModelsQuery = queryOptions({ ...queryOf(listDeviceModels), staleTime: 60_000 })

export const siteNames = queryOf(listSiteNames)

/** The doors that a device reads. */
export const doorsOfDevice = (deviceId: string) => queryOf(listDoors, { query: { deviceId, size: 100 } })

export const deviceQuery = (id: string) => queryOf(getDevice, { params: { id } })

/** Walked by key: as many pages as somebody has asked for. */
export const devicePeopleQuery = (id: string, query: Omit<QueryInput<typeof listDevicePeople>, 'after'>) =>
  infiniteQueryOptions({
    ...pagesOf(listDevicePeople, { params: { id }, query: { ...query, size: 50 } }),
    placeholderData: keepPreviousData,
  })

/** People who should be gone from it. */
export const leftPeopleQuery = (id: string) => queryOf(listLeftPeople, { params: { id } })

export const deviceSettingsQuery = (id: string) => queryOf(getDeviceSettings, { params: { id } })

export const settingsSchemasQuery = queryOf(listSettingsSchemas)

export const settingsBatchQuery = (id: string) => queryOf(getSettingsBatch, { params: { id } })

export const templatesQuery = queryOf(listSettingsTemplates)

export const announcementsQuery = queryOf(listAnnouncements, { query: { size: 100 } })

/** An installer watches while somebody presses at the terminal; exchanges come too often for hints. */
const talkMs = 2_000

export const conversationQuery = (id: string) =>
  queryOptions({ ...queryOf(getConversation, { params: { id } }), refetchInterval: talkMs, staleTime: 0 })

/** A waiting command is polled: no hint tells that it has expired. */
const whileWaitingMs = 2_000

export const deviceCommandsQuery = (id: string) =>
  queryOptions({
    ...queryOf(listCommands, { params: { id }, query: { size: 50 } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((command) => command.state === 'waiting') ? whileWaitingMs : false,
  })
