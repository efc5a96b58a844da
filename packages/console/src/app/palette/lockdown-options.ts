import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import type { LockdownScope } from '@gatehouse/contract/features/lockdown.ts'
import type { Text } from '../../i18n/i18n.ts'
import { byName } from './match-name.ts'
import type { Option } from './option.ts'
import { allWords } from './words/all-words.ts'
import type { Said } from './words/read-said.ts'

type Place = { name: string; scope: LockdownScope }
const everywhere = new Set(allWords.flatMap((words) => words.everywhere))

/** The places that a lockdown may hold: everything, sites, and the areas that doors lead into. */
function placesOf(sites: readonly { id: string; name: string }[], doors: readonly LiveDoor[], t: Text): Place[] {
  const areas = new Map(
    doors.flatMap(({ fromArea, toArea }) => [fromArea, toArea]).flatMap((area) => (area ? [[area.id, area]] : [])),
  )
  const named = new Set(sites.map(({ name }) => name))
  return [
    { name: t('shared:place.everything'), scope: { kind: 'everything' } },
    ...sites.map(({ id, name }): Place => ({ name, scope: { kind: 'site', id } })),
    // the area around a site bears its name
    ...[...areas.values()]
      .filter(({ name }) => !named.has(name))
      .map(({ id, name }): Place => ({ name, scope: { kind: 'area', id } })),
  ]
}

export function lockdownDeeds(
  said: Said,
  house: { sites: readonly { id: string; name: string }[]; doors: readonly LiveDoor[] },
  t: Text,
): Option[] {
  const kind = said.verb === 'lockdown' ? 'lockdown' : said.verb === 'emergency' ? 'emergency-open' : undefined
  if (!kind) return []
  const places = placesOf(house.sites, house.doors, t)
  const isEverything = said.what === '' || everywhere.has(said.what.toLowerCase())
  const meant = isEverything ? places.slice(0, 4) : byName(places.slice(1), said.what).slice(0, 4)
  return meant.map(({ name, scope }) => {
    const text = t(`palette:lockdown.${kind}`, { place: name })
    return {
      key: `${kind}-${scope.kind === 'everything' ? '' : scope.id}`,
      section: 'deeds',
      text,
      picture: { kind: 'sign', name: 'lock' },
      subject: { kind: 'lockdown', lockdown: kind, scope, title: text },
      effect: t(`palette:lockdownEffect.${kind}`),
      act: { kind: 'do', deed: { kind: 'lockdown', lockdown: kind, scope, place: name } },
    }
  })
}
