import { type GroupKind, groupRoutesOf, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import type { Ask } from '../ask-server.ts'
import type { IdsByName } from './ids-by-name.ts'

export async function seedGroups(ask: Ask, kind: GroupKind, names: readonly string[]): Promise<IdsByName> {
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, (await ask(groupRoutesOf[kind].create, { body: { name } })).id)
  return ids
}

/** The group that everybody of a kind joins. */
export async function findDefaultGroup(ask: Ask, kind: GroupKind): Promise<string> {
  const group = (await ask(listGroups, { query: { kind } })).find(({ isDefault }) => isDefault)
  if (!group) throw new Error(`there is no default group of kind ${kind}`)
  return group.id
}
