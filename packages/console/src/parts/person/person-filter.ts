import { findPeople } from '@gatehouse/contract/features/policies.ts'
import { call } from '../../api/call.ts'
import type { Text } from '../../i18n/i18n.ts'
import type { FilterSource } from '../../ui/list/list-filter.ts'

/** People of every kind by name, as values of a list's filter. */
export const personFilter = (t: Text): FilterSource => ({
  key: ['people', 'filter'],
  find: async (keyword, signal) => {
    const people = await call(findPeople, { query: { keyword } }, { signal })
    return people.map(({ id, name, kind }) => ({ value: id, label: `${name} · ${t(`list:personKind.${kind}`)}` }))
  },
  name: async (id, signal) => (await call(findPeople, { query: { id } }, { signal }))[0]?.name,
})
