import type { ActiveLockdown } from '@gatehouse/contract/features/lockdown.ts'
import type { Text } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { briefTime } from '../../lib/format-date.ts'
import { currentLanguage } from '../../lib/language.ts'

type Named = Pick<ActiveLockdown, 'kind' | 'level' | 'scope'>

/** The place as it was called then. */
export const placeOf = ({ scope }: Pick<Named, 'scope'>, t: Text) => scope.name ?? t('shared:place.everything')

/** "Lockdown · Riverside Works". */
export const whatOf = (lockdown: Pick<Named, 'kind' | 'scope'>, t: Text) =>
  `${t(`lockdown:kind.${lockdown.kind}`)} · ${placeOf(lockdown, t)}`

/** "Red: Riverside Works is locked down". */
export function headlineOf({ kind, level, scope }: Named, t: Text): string {
  const text =
    scope.name === null ? t(`lockdown:notice.${kind}Everything`) : t(`lockdown:notice.${kind}`, { place: scope.name })
  return level === null ? text : t('lockdown:notice.level', { level, text })
}

/** Between sentences; Chinese has none. */
export const gapOf = () => (currentLanguage() === 'en' ? ' ' : '')

/** The time of day alone for what is of today. */
export const sinceOf = (at: string) => briefTime(at, instantOf(nowMs()), 'minute')

const firstOf = (names: readonly string[], t: Text) => names.slice(0, 3).join(t('list:comma'))

/** The first of them; a list of all doors would cover the page. */
export function someOf(doors: readonly string[], t: Text, total: number = doors.length): string {
  const names = firstOf(doors, t)
  return total > 3 ? t('lockdown:notice.more', { doors: names, count: total - 3 }) : names
}

/** The first of these devices by name: Chinese counts them by another word than doors. */
export function someDevices(devices: readonly { name: string }[], t: Text): string {
  const names = firstOf(
    devices.map(({ name }) => name),
    t,
  )
  return devices.length > 3 ? t('lockdown:notice.moreDevices', { devices: names, count: devices.length - 3 }) : names
}
