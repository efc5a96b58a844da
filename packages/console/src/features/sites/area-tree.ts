import type { Area } from '@gatehouse/contract/features/sites.ts'

export type AreaNode = { area: Area; children: AreaNode[] }

/** The areas of a site as a tree, names in the order of the language; undefined for a site that is still without. */
export function areaTree(areas: readonly Area[], language: string): AreaNode | undefined {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const inside = Map.groupBy(areas, ({ parentAreaId }) => parentAreaId)
  const nodesInside = (parentAreaId: string | null): AreaNode[] =>
    (inside.get(parentAreaId) ?? [])
      .toSorted((a, b) => compare(a.name, b.name))
      .map((area) => ({ area, children: nodesInside(area.id) }))
  return nodesInside(null)[0]
}

/** An area with all that lies inside it: where it cannot be moved to. */
export function areasWithin(areas: readonly Area[], id: string): Set<string> {
  const inside = Map.groupBy(areas, ({ parentAreaId }) => parentAreaId)
  const within = new Set([id])
  // A set that is walked gives also what is added meanwhile.
  for (const one of within) for (const area of inside.get(one) ?? []) within.add(area.id)
  return within
}

/** The areas around one, from the outermost; the one itself comes last. */
export function wayToArea(areas: readonly Area[], id: string): Area[] {
  const byId = new Map(areas.map((area) => [area.id, area]))
  const way: Area[] = []
  for (let next = byId.get(id); next; next = byId.get(next.parentAreaId ?? '')) way.unshift(next)
  return way
}
