import type { TimelineEntry } from '@gatehouse/contract/features/people/timeline.ts'
import { instantMs } from '../../lib/clock.ts'

/** Somebody who tries a door again does so within these. */
const pauseMs = 5 * 60_000

/** `since`: when the first of them was, where there are several. */
type TimelineGroup = { entry: TimelineEntry; times: number; since: string }

/** Passages at one door in one way with one end, each within minutes of the next, are told once with how many there were. */
export function groupAlike(entries: readonly TimelineEntry[]): TimelineGroup[] {
  const groups: TimelineGroup[] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && isAlike(last, entry)) {
      last.times++
      last.since = entry.at
    } else groups.push({ entry, times: 1, since: entry.at })
  }
  return groups
}

function isAlike({ entry: one, since }: TimelineGroup, other: TimelineEntry): boolean {
  if (one.kind !== 'passages' || other.kind !== 'passages') return false
  const { record: a } = one
  const { record: b } = other
  const isSame =
    a.device.id === b.device.id && a.opened === b.opened && a.abnormal === b.abnormal && a.direction === b.direction
  return isSame && instantMs(since) - instantMs(other.at) <= pauseMs
}
