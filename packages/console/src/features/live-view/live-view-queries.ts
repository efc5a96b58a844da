import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listPassages, maxPassages } from '@gatehouse/contract/features/live-view.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whether there is any device at all. */
export const hasDoorsQuery = queryOptions({
  queryKey: ['devices', 'any'],
  queryFn: async ({ signal }) => (await call(listDevices, { query: { size: 1 } }, { signal })).counts.total > 0,
})

/**
 * The latest passages at these doors. The hint `records` asks anew; what is older than the latest is let go of, so that
 * the page is as large after a day as after a minute.
 */
export const passagesQuery = (deviceIds: readonly string[]) =>
  queryOptions({
    queryKey: ['records', 'passages', deviceIds],
    queryFn: ({ signal }) =>
      call(listPassages, { query: { deviceIds: deviceIds.join(','), size: maxPassages } }, { signal }),
    placeholderData: keepPreviousData,
    // one list at a time: those of other choices are not kept
    gcTime: 0,
  })
