import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../i18n/i18n.ts'
import { groupName } from '../../../parts/passage/list-group-name.ts'
import { groupList } from '../../../parts/person/group-list.ts'
import type { GroupNames } from './rule-sentences.ts'

/** The names of person groups by their ids; one that is still being loaded is an ellipsis, one that is gone a dash. */
export function useGroupNames(): GroupNames {
  const t = useText()
  const { data = [], isPending } = useQuery(groupList())
  const names = new Map(data.map(({ id, name }) => [id, groupName(name, t)]))
  return (ids) => ids.map((id) => names.get(id) ?? (isPending ? '…' : '–')).join(t('list:comma'))
}
