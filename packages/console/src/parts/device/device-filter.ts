import { listDevices, type DeviceSummary } from '@gatehouse/contract/features/devices.ts'
import { call } from '../../api/call.ts'
import type { FilterSource } from '../../ui/list/list-filter.ts'

const labelOf = ({ name, location }: Pick<DeviceSummary, 'name' | 'location'>) =>
  [name, location].filter(Boolean).join(' · ')

/** Devices by name, location or number, as values of a list's filter. */
export const deviceFilter: FilterSource = {
  key: ['devices', 'filter'],
  find: async (keyword, signal) => {
    const query = { keyword, size: 50, sort: 'name', order: 'asc' } as const
    const { items } = await call(listDevices, { query }, { signal })
    return items.map((device) => ({ value: device.id, label: labelOf(device) }))
  },
  name: async (id, signal) => {
    const { items } = await call(listDevices, { query: { ids: id, size: 1 } }, { signal })
    return items[0] && labelOf(items[0])
  },
}
