import { getWhoMayPass } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { groupName } from '../passage/list-group-name.ts'

type Change = { groupId: string | null; begins: boolean }

/** The hours of a door by its own clock, and its groups by name; undefined for roles that see no policies. */
export function useDoorHours({ readers }: Pick<Door, 'readers'>) {
  const t = useText()
  const can = useCan()
  // People who come in are asked about first: the way out has its own hours seldom.
  const reader = readers.find(({ effectiveDirection }) => effectiveDirection !== 'exit') ?? readers[0]
  const isAsked = reader !== undefined && can('policy.read')
  const { data, error, refetch } = useQuery({
    ...queryOf(getWhoMayPass, { query: { deviceId: reader?.deviceId ?? '', port: reader?.port } }),
    enabled: isAsked,
  })
  const names = new Map(data?.groups.map(({ id, name }) => [id, groupName(name, t)]))
  return { hours: data?.hours, isWaiting: isAsked && !data && !error, names, error, refetch }
}

export function wordsOfChange({ groupId, begins }: Change, names: ReadonlyMap<string, string>, t: Text): string {
  if (groupId === null) return t(begins ? 'doorNow:coming.unlocks' : 'doorNow:coming.locks')
  return t(begins ? 'doorNow:coming.begins' : 'doorNow:coming.ends', { group: names.get(groupId) ?? '' })
}
