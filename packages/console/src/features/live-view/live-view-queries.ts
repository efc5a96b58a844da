import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listPassages, maxPassages, maxWatchedDoors } from '@gatehouse/contract/features/live-view.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

/** The doors that are watched while nobody has chosen some: the first by name, and how many there are. */
export const firstDoorsQuery = queryOptions({
  ...queryOf(listDevices, { query: { size: maxWatchedDoors, sort: 'name', order: 'asc' } }),
  placeholderData: keepPreviousData,
})

/**
 * The latest passages at these doors. The hint `records` asks again; what is older than the latest is let go of, so that
 * the page is as large after a day as after a minute.
 */
export const passagesQuery = (deviceIds: readonly string[]) =>
  queryOptions({
    ...queryOf(listPassages, { query: { deviceIds: deviceIds.join(','), size: maxPassages } }),
    placeholderData: keepPreviousData,
    // one list at a time: those of other choices are not kept
    gcTime: 0,
  })
