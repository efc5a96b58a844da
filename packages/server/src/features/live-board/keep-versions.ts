type Item = { id: string }

/**
 * Things by their ids, each with the version at which it last changed: a page that says which version it has gets the changes alone.
 * It keeps the latest things and nothing of the pages that ask, however many and however late they are.
 */
export function keepVersions<T extends Item>() {
  let kept = new Map<string, { item: T; text: string; version: number }>()
  return {
    /** Takes what there is now, at a version that is higher than the last. Gives whether something is gone. */
    renew(items: readonly T[], version: number): { hasChanged: boolean; hasLost: boolean } {
      const before = kept
      let hasChanged = false
      kept = new Map(
        items.map((item) => {
          const text = JSON.stringify(item)
          const known = before.get(item.id)
          if (known?.text === text) return [item.id, known]
          hasChanged = true
          return [item.id, { item, text, version }]
        }),
      )
      return { hasChanged, hasLost: [...before.keys()].some((id) => !kept.has(id)) }
    },
    /** Those that have changed after this version, in their order. */
    since: (version: number): T[] => [...kept.values()].filter((one) => one.version > version).map(({ item }) => item),
  }
}
