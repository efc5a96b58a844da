import { can, type Permission, permissions, type Role } from './permissions.ts'

type PermissionWithTopics = Extract<(typeof permissions)[Permission], { topics: readonly string[] }>

/**
 * The topics that the console is told to refresh; `permissions.ts` has them. A hint carries no data: the console asks the list it
 * shows, so a hint can neither leak nor go stale, and losing one costs only a later refresh. A route says which topic it shows, or
 * which it changes.
 */
export type LiveTopic = PermissionWithTopics['topics'][number]

const permissionOfTopic: ReadonlyMap<LiveTopic, Permission> = new Map(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries of a constant are its keys with its values
  (Object.entries(permissions) as [Permission, { topics?: readonly LiveTopic[] }][]).flatMap(
    ([permission, { topics = [] }]) => topics.map((topic): [LiveTopic, Permission] => [topic, permission]),
  ),
)

export const liveTopics: readonly LiveTopic[] = [...permissionOfTopic.keys()]

/** Whether a role hears of a topic: a hint names nothing that the role could not read. */
export function mayHear(role: Role, topic: LiveTopic): boolean {
  const permission = permissionOfTopic.get(topic)
  return permission !== undefined && can(role, permission)
}
