import type { DoorNeed } from '@gatehouse/contract/features/floor-plans.ts'
import type { LiveDoor, LiveEvent, LivePassage } from '@gatehouse/contract/features/live/board.ts'
import type { Text } from '../../i18n/i18n.ts'
import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { briefTime, companyTime } from '../../lib/format-date.ts'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'
import { abnormalText } from '../../parts/passage/record-words.ts'

type Named = { person: { name: string | null } | null; kind: LivePassage['kind'] }
export const nameOf = ({ person, kind }: Named, t: Text) => person?.name ?? t(`list:personKind.${kind}`)

/** The name of who passed a door last, or was refused. */
export const nameOfLast = (last: NonNullable<LiveDoor['last']>, t: Text) => nameOf({ person: last, kind: last.kind }, t)

export const timeOf = (at: string) => companyTime(at).slice(11)
/** A time that has no day beside it: with the date, if that is not today. */
export const lastTimeOf = (at: string) => briefTime(at, instantOf(nowMs()), 'second')
export const minuteOf = (at: string) => companyTime(at, 'minute').slice(11)

/** The day of an event as a list of several days names it; empty for today. */
export function dayOf(at: string, today: string, t: Text): string {
  const day = companyTime(at, 'day')
  if (day === today) return ''
  const yesterday = instantOf(instantMs(`${today}T12:00:00Z`) - 86_400_000).slice(0, 10)
  return day === yesterday ? t('list:period.yesterday') : day
}

/** The first line of an event: who, or which alarm. */
export const titleOfEvent = (event: LiveEvent, t: Text) =>
  event.type === 'alarm' ? alarmTitle({ type: event.alarm, code: event.code }, t) : nameOf(event, t)

/** The second line: where, and in which direction. */
export function placeOfEvent(event: LiveEvent, t: Text): string {
  const door = event.doorName
  if (event.type === 'alarm' || !event.opened || event.direction === 'none') return door
  return t(event.direction === 'in' ? 'house:inBy' : 'house:outBy', { door })
}

/** The third line, only where somebody should look: why the door stayed closed. */
export function whyOfEvent(event: LiveEvent, t: Text): string {
  if (event.type === 'alarm' || event.opened) return ''
  return event.abnormal === 'none'
    ? t('house:stayedClosedPlain')
    : t('house:stayedClosed', { why: abnormalText(event.abnormal, t) })
}

/** The colour of an event's edge; its words say the same. */
export function meaningOf(event: LiveEvent): 'green' | 'amber' | 'red' {
  if (event.type === 'alarm') return 'red'
  if (event.opened) return 'green'
  return event.kind === 'visitor' ? 'amber' : 'red'
}

/** The needs that began at another moment than the state in which the door stands. */
const needsOfReaders: ReadonlySet<DoorNeed> = new Set<DoorNeed>(['wire-lost', 'reader-offline', 'left-people'])

const begun = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

/** How a door stands, since when, and its most urgent need. */
export function stateOf({ mark, since, needs: [need], alarm }: LiveDoor, t: Text): string {
  const state = mark === 'unknown' ? t('house:noContact') : begun(t(`shared:doorMark.${mark}`))
  const kind = alarm && alarm.type !== 'unknown' ? t(`bell:type.${alarm.type}`) : undefined
  const why = need === 'alarm' ? kind : need && need !== 'offline' ? begun(t(`shared:doorNeed.${need}`)) : undefined
  const said = why ?? state
  return since === null || (need && needsOfReaders.has(need))
    ? said
    : t('house:stateSince', { state: said, at: briefTime(since, instantOf(nowMs()), 'minute') })
}

export const wayOf = ({ fromArea, toArea }: LiveDoor, t: Text) =>
  `${fromArea?.name ?? t('shared:outside')} → ${toArea?.name ?? t('shared:outside')}`

/** The colour of the words about a door. */
export function meaningOfDoor({ mark, needs }: LiveDoor): 'green' | 'amber' | 'red' | 'grey' | 'ink' {
  if (mark === 'alarm' || needs.includes('fire') || needs.includes('stands-open')) return 'red'
  if (mark === 'held-open' || mark === 'held-closed' || needs.some((need) => needsOfReaders.has(need))) return 'amber'
  if (mark === 'open' || mark === 'emergency-open') return 'green'
  return mark === 'locked-down' ? 'ink' : 'grey'
}
