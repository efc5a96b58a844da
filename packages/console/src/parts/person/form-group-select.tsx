import { useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { groupName } from '../passage/list-group-name.ts'
import { nameLabel } from '../../ui/form/name-label.ts'
import { type GroupKind, groupList } from './group-list.ts'

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
