import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'

type Site = LiveDoor['site']
type Choice = { siteId: string | undefined; words: string; isNeedingOnly: boolean; language: string }

/**
 * The doors in view, by name and nothing else: a door that begins to need somebody must not move the button under a finger. `needing` counts
 * those of the site.
 */
export function doorsOfGuard(doors: readonly LiveDoor[], { siteId, words, isNeedingOnly, language }: Choice) {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const ofSite = doors.filter(({ site }) => siteId === undefined || site.id === siteId)
  const needs = ({ needs }: LiveDoor) => needs.length > 0
  const found = words.trim().toLocaleLowerCase(language)
  const shown = ofSite.filter(
    (door) =>
      (!isNeedingOnly || needs(door)) &&
      [door.name, door.fromArea?.name, door.toArea?.name].some((name) =>
        name?.toLocaleLowerCase(language).includes(found),
      ),
  )
  return {
    shown: shown.toSorted((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1)),
    needing: ofSite.filter(needs).length,
  }
}

/** The sites that have a door, by name. */
export function sitesOf(doors: readonly LiveDoor[], language: string): Site[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const byId = new Map(doors.map(({ site }) => [site.id, site]))
  return [...byId.values()].toSorted((a, b) => compare(a.name, b.name))
}
