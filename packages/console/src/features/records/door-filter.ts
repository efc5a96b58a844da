import { getDoor, listDoors } from '@gatehouse/contract/features/sites.ts'
import { call } from '../../api/call.ts'
import type { FilterSource } from '../../ui/list/list-filter.ts'

type Named = { name: string; site: { name: string } }
const labelOf = ({ name, site }: Named) => `${name} · ${site.name}`

/** Doors of sites by name, as values of a list's filter. */
export const doorFilter: FilterSource = {
  key: ['doors', 'filter'],
  find: async (keyword, signal) => {
    const query = { keyword, size: 50, sort: 'name', order: 'asc' } as const
    const { items } = await call(listDoors, { query }, { signal })
    return items.map((door) => ({ value: door.id, label: labelOf(door) }))
  },
  name: async (id, signal) => labelOf(await call(getDoor, { params: { id } }, { signal })),
}
