import { getTimetable, listTimetables } from '@gatehouse/contract/features/timetables.ts'
import { call } from '../../api/call.ts'
import type { FilterSource } from '../../ui/list/list-filter.ts'

/** Pass timetables by name, as values of a list's filter. */
export const timetableFilter: FilterSource = {
  key: ['timetables', 'filter'],
  find: async (keyword, signal) => {
    const { items } = await call(listTimetables, { query: { keyword, size: 50 } }, { signal })
    return items.map(({ id, name }) => ({ value: id, label: name }))
  },
  name: async (id, signal) => (await call(getTimetable, { params: { id } }, { signal })).name,
}
