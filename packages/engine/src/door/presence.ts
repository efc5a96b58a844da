import type { Direction } from '../passage/vocabulary.ts'
import { areasAround, isAlreadyThere } from './area-path.ts'
import type { AreaTree } from './area-path.ts'
import { presenceDoubts } from './vocabulary.ts'
import type { DoorKind, PresenceDoubt } from './vocabulary.ts'

/** A person has passed a door. A correction by hand is one through no door, and so is the end of the day. */
export interface Passage {
  recordId: string
  atMs: number
  /** null: through no door, and so from anywhere */
  doorId: string | null
  kind: DoorKind
  direction: Direction
  /** Null is outside. A reader of both directions names them as one that leads in. */
  leavesAreaId: string | null
  entersAreaId: string | null
  /** Whether the contact of the door said that somebody passed; null: it has none, or has not said anything. */
  isConfirmed: boolean | null
  wasHeldOpen: boolean
  /** The doubts about the passage itself, which its device or its record gives. */
  doubts?: readonly PresenceDoubt[]
}

/** The area that a person is in, by the last passage that moved them. */
export interface Presence {
  /** null: outside */
  areaId: string | null
  sinceMs: number
  doorId: string | null
  recordId: string
  /** in the order of the words */
  doubts: readonly PresenceDoubt[]
}

/**
 * Where is a person after one more passage? Null as long as none has moved them.
 *
 * 1. A passage moves the person into the area entered, and replaces what was doubted before.
 * 2. A passage that is not later than the one that moved them changes nothing: a late record moves nobody back, and the
 *    same record counts once. Of two passages at one instant the one with the greater record id is the later.
 * 3. A reader of both directions takes a person out of the area that they are in, and into it otherwise, and says
 *    `direction-unknown`.
 * 4. A turnstile whose contact has confirmed no passage moves nobody; it only adds `not-confirmed`. At another door the
 *    person is moved, and it says so.
 * 5. `held-open`: at a door that stood open people pass without showing themselves.
 * 6. `came-from-elsewhere`: they left an area in which they were not known to be, or entered one in which they were.
 * 7. A passage of a wrong clock that moves nobody may have been later than it says: it adds `clock-wrong`.
 * 8. A contact may deny afterwards the passage that moved them, while none has moved them since: it adds `not-confirmed`.
 *
 * A passage is applied once it is known whether it was confirmed. If late records must not be lost, call
 * `presenceAfter`.
 */
export function applyPassage(presence: Presence | null, passage: Passage, tree: AreaTree): Presence | null {
  const { atMs, recordId, doorId, direction, kind, isConfirmed, wasHeldOpen, doubts = [] } = passage
  const order = presence ? inTime(passage, { atMs: presence.sinceMs, recordId: presence.recordId }) : 1
  if (presence && (order <= 0 || recordId === presence.recordId)) {
    const isDenied = recordId === presence.recordId && isConfirmed === false && kind !== 'turnstile'
    return withDoubts(presence, isDenied && 'not-confirmed', doubts.includes('clock-wrong') && 'clock-wrong')
  }
  if (kind === 'turnstile' && isConfirmed === false) return presence && withDoubts(presence, 'not-confirmed')

  const knownAreaId = presence?.areaId ?? null
  const knownAreaIds = areasAround(knownAreaId, tree)
  const goesBack = direction === 'both' && isAlreadyThere(knownAreaIds, passage)
  const leavesAreaId = goesBack ? passage.entersAreaId : passage.leavesAreaId
  const entersAreaId = goesBack ? passage.leavesAreaId : passage.entersAreaId
  const wasThere = leavesAreaId === null ? knownAreaId === null : knownAreaIds.includes(leavesAreaId)
  const isElsewhere = !wasThere || isAlreadyThere(knownAreaIds, { leavesAreaId, entersAreaId })

  return withDoubts(
    { areaId: entersAreaId, sinceMs: atMs, doorId, recordId, doubts: [] },
    direction === 'both' && 'direction-unknown',
    wasHeldOpen && 'held-open',
    isConfirmed === false && 'not-confirmed',
    doorId !== null && isElsewhere && 'came-from-elsewhere',
    ...doubts,
  )
}

/** Where is a person after these passages of theirs, in whatever order they arrived, and however often each? */
export function presenceAfter(passages: readonly Passage[], tree: AreaTree): Presence | null {
  let presence: Presence | null = null
  for (const passage of passages.toSorted(inTime)) presence = applyPassage(presence, passage, tree)
  return presence
}

type Instant = Pick<Passage, 'atMs' | 'recordId'>

function inTime(a: Instant, b: Instant): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs
  return a.recordId === b.recordId ? 0 : a.recordId < b.recordId ? -1 : 1
}

function withDoubts(presence: Presence, ...further: (PresenceDoubt | false)[]): Presence {
  const doubts = presenceDoubts.filter((doubt) => presence.doubts.includes(doubt) || further.includes(doubt))
  return doubts.length === presence.doubts.length ? presence : { ...presence, doubts }
}
