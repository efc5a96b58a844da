type Item = { id: string }

/**
 * Things by their ids, each with the version at which it last changed: a page that says which version it has gets the changes alone.
 * It keeps the latest things and nothing of the pages that ask, however many and however late they are.
 */
export function keepVersions<T extends Item>() {
  let kept = new Map<string, { item: T; text: string; version: number }>()
  return {
    /** Takes what there is now, at a version that is higher than the last. Gives whether something is gone. */
    renew(items: readonly T[], version: number): boolean {
      const before = kept
      kept = new Map(
        items.map((item) => {
          const text = JSON.stringify(item)
          const known = before.get(item.id)
          return [item.id, known?.text === text ? known : { item, text, version }]
        }),
      )
      return before.keys().some((id) => !kept.has(id))
    },
    /** Those that have changed after this version, in their order. */
    since: (version: number): T[] => [...kept.values()].filter((one) => one.version > version).map(({ item }) => item),
  }
}
