import type { LiveEvent } from '@gatehouse/contract/features/live/board.ts'
import { instantMs } from '../../lib/clock.ts'

/** Events of one person at one door within a minute, as one; its newest says what is shown. */
export type EventGroup = { id: string; newest: LiveEvent; times: number }

const withinMs = 60_000

/** Unknown people at one door are one group by what happened to them; alarms count by themselves. */
const keyOf = (event: LiveEvent) =>
  event.type === 'alarm'
    ? event.id
    : [event.doorId ?? event.doorName, event.person?.id ?? event.person?.name ?? event.kind, event.opened].join(' ')

/** Groups events, the newest first, each group as long as its next event is less than a minute older. */
export function groupEvents(events: readonly LiveEvent[]): EventGroup[] {
  const open = new Map<string, { group: EventGroup; oldestMs: number }>()
  return events.flatMap((event) => {
    const key = keyOf(event)
    const atMs = instantMs(event.at)
    const found = open.get(key)
    if (found && found.oldestMs - atMs <= withinMs) {
      found.group.times += 1
      found.oldestMs = atMs
      return []
    }
    const group = { id: event.id, newest: event, times: event.type === 'alarm' ? event.times : 1 }
    open.set(key, { group, oldestMs: atMs })
    return [group]
  })
}

export const eventFilters = ['all', 'refused', 'visitors', 'alarms'] as const
export type EventFilter = (typeof eventFilters)[number]

export const passesFilter: Record<EventFilter, (event: LiveEvent) => boolean> = {
  all: () => true,
  refused: (event) => event.type === 'passage' && !event.opened,
  visitors: (event) => event.type === 'passage' && event.kind === 'visitor',
  alarms: (event) => event.type === 'alarm',
}
