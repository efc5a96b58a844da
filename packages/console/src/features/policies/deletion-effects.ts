import type { Policy } from '@gatehouse/contract/features/policies.ts'

/** The effect on a door and a group when policies are deleted. */
export type DeletionEffect = {
  device: Policy['device']
  group: Policy['group']
  /** `always`: no policy is left, so the group passes at any time. `closes`: these timetables open the door no longer. */
  kind: 'always' | 'closes' | 'none'
  timetables: string[]
}

/** By device and group, in the order in which they come. `pairCount` says how many policies a pair has in all. */
export function deletionEffects(policies: readonly Policy[]): DeletionEffect[] {
  const pairs = Map.groupBy(policies, ({ device, group }) => `${device.id} ${group.id}`)
  return [...pairs.values()].flatMap((deleted) => {
    const [first] = deleted
    if (!first) return []
    const { device, group, isBound, pairCount } = first
    const kind = !isBound ? 'none' : pairCount <= deleted.length ? 'always' : 'closes'
    return [{ device, group, kind, timetables: deleted.map(({ timetable }) => timetable.name) }]
  })
}
