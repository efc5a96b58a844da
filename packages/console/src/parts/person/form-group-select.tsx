import { listGroups, type groupKinds } from '@gatehouse/contract/features/person-groups.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { groupName } from '../passage/list-group-name.ts'
import { nameLabel } from '../../ui/form/name-label.ts'

export type GroupKind = (typeof groupKinds)[number]

/** The person groups of a kind, or all of them. */
export const groupList = (kind?: GroupKind) =>
  queryOptions({ ...queryOf(listGroups, { query: { kind } }), staleTime: 60_000 })

/** Chooses groups; a form gives value and onChange. */
export function GroupSelect({ kind, ...rest }: SelectProps<string[]> & { kind?: GroupKind }) {
  const t = useText()
  const groups = useQuery(groupList(kind))
  return (
    <Select<string[]>
      labelRender={nameLabel}
      mode="multiple"
      optionFilterProp="label"
      loading={groups.isPending}
      options={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: groupName(name, t) }))}
      {...rest}
    />
  )
}
