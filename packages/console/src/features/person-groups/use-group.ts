import type { GroupKind, GroupSummary } from '@gatehouse/contract/features/person-groups.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { useParams } from 'react-router'
import { groupsOf } from './group-queries.ts'

/** The three pages of groups are one page: this is the kind of people. */
export const GroupKindContext = createContext<GroupKind>('staff')
export const useGroupKind = () => useContext(GroupKindContext)

/** The page of a kind, the page of its people, and the permission to change its groups. */
export const groupPages = {
  staff: { base: pathTo('staffGroup'), person: pathTo('staffDetail'), write: 'staff-group.write' },
  visitor: { base: pathTo('visitorGroup'), person: pathTo('visitorDetail'), write: 'visitor-group.write' },
  blacklisted: { base: pathTo('blacklistGroup'), person: pathTo('blacklistDetail'), write: 'blacklist.write' },
} as const satisfies Record<GroupKind, { base: string; person: string; write: Permission }>

type Selection = {
  /** `gone`: the address names a group that does not exist, or no longer does. */
  kind: 'one' | 'pending' | 'gone'
  group: GroupSummary | undefined
}

/** The group of the address (NAV-03); without one, the default group, which is the first. */
export function useSelectedGroup(): Selection {
  const { groupId } = useParams()
  const groups = useQuery(groupsOf(useGroupKind()))
  const group = groupId === undefined ? groups.data?.[0] : groups.data?.find(({ id }) => id === groupId)
  if (group) return { kind: 'one', group }
  // one that was just made is not in the list of before
  return { kind: groups.isSuccess && !groups.isFetching ? 'gone' : 'pending', group: undefined }
}

/** The address of the chosen group, the parent of its panels. */
export function useGroupPath(): string {
  const { base } = groupPages[useGroupKind()]
  const { group } = useSelectedGroup()
  return group ? `${base}/${group.id}` : base
}
