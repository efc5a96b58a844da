import type { FaceEntry } from '../passage/entries-of-face.ts'
import type { KnownPerson, PassageQuestion, PassageVerdict, Reason } from '../passage/may-pass.ts'
import type { AbnormalType, Direction } from '../passage/vocabulary.ts'
import type {
  AntiPassbackMode,
  AssumedRule,
  DoorAlarm,
  DoorMode,
  EmergencyKind,
  OccupancyMode,
  UnknownSide,
} from './vocabulary.ts'

/** The settings of a door, as one of its readers sees it. Null: not set. */
export interface DoorRules {
  direction: Direction
  /** Null is outside. A reader of both directions names them as one that leads in. */
  leavesAreaId: string | null
  entersAreaId: string | null
  freeHours: { timetableId: string; afterFirstPerson: boolean } | null
  /** of the area entered */
  antiPassback: AntiPassback | null
  /** of the area entered or one around it, those inside it counted with it */
  occupancyLimit: {
    /** The area whose limit it is; left out: the one entered. */
    areaId?: string | undefined
    max: number
    mode: OccupancyMode
    exemptGroupIds: readonly string[]
    whenUnknown: UnknownSide
  } | null
  /** The other doors of the groups in which at most one is open. */
  interlock: { doorIds: readonly string[]; whenUnknown: UnknownSide } | null
  escort: { escortGroupIds: readonly string[]; seconds: number } | null
  severalPeople: { groupIds: readonly string[]; count: number; seconds: number } | null
  /** Without a timetable it holds the whole day. */
  firstPersonIn: { groupIds: readonly string[]; timetableId: string | null } | null
  /** of an elevator. Null or left out: it is a door, or its floors are not told apart. */
  floors?: readonly ElevatorFloor[] | null | undefined
}

/** A door at which nothing but groups and policies decides. */
export const noDoorRules = {
  leavesAreaId: null,
  entersAreaId: null,
  freeHours: null,
  antiPassback: null,
  occupancyLimit: null,
  interlock: null,
  escort: null,
  severalPeople: null,
  firstPersonIn: null,
} as const satisfies Omit<DoorRules, 'direction'>

/** A floor that an elevator goes to. */
export interface ElevatorFloor {
  areaId: string
  /** The output of the terminal that releases its button. */
  output: number
  /** Those who may reach it; empty: everybody who may use the elevator. */
  groupIds: readonly string[]
  /** The hours in which they may; null: the whole day. */
  timetableId: string | null
}

export type AntiPassback = { exemptGroupIds: readonly string[]; whenUnknown: UnknownSide } & (
  | { mode: Exclude<AntiPassbackMode, 'timed'> }
  | { mode: 'timed'; minutes: number }
)

/** The state of a door at this moment. */
export interface DoorState {
  emergency: { kind: EmergencyKind; sinceMs: number } | null
  /** All that include this door. */
  lockdowns: readonly Lockdown[]
  mode: DoorMode
  /** The server's knowledge of areas and other doors; null if it did not answer. */
  around: {
    /**
     * The person who asks: of several entries of one face the one that passed a door last. Somebody who was never seen is
     * outside; null: the server cannot say.
     */
    person: Whereabouts | null
    /** People in the area entered and in those inside it; null: not known. */
    occupancy: number | null
    /** Null: none is known to be open, and the state of one of the interlock is not known. */
    openDoorIds: readonly string[] | null
  } | null
  /** The server has not been asked yet, and `around` is assumed: the rules name no reason that rests on it. */
  isAssumed?: boolean | undefined
  /** Known people whom rules 1 to 6 let pass at this door in the last minutes; the one who asks may be among them. */
  recent: readonly RecentPerson[]
  /**
   * When somebody came in last who may come in first: one of those groups, or anybody where none are set. Null: nobody
   * has. The last time is enough: each range and each day asks whether it lies within.
   */
  firstPersonAtMs: number | null
}

export interface Lockdown {
  id: string
  exemptGroupIds: readonly string[]
  sinceMs: number
}

export interface Whereabouts {
  /** The area where they are and then each one around it; empty: outside. */
  areaIds: readonly string[]
  /** The last time they came into the area entered; null: never, or so long ago that it is not known. */
  enteredAtMs: number | null
}

export interface RecentPerson {
  personId: string
  groupIds: readonly string[]
  atMs: number
}

export interface DoorQuestion extends Omit<PassageQuestion, 'subject' | 'direction'> {
  subject: FaceEntry | Exclude<PassageQuestion['subject'], KnownPerson>
  /** The PIN that was typed is the one by which a threatened person calls for help. */
  isUnderDuress?: boolean | undefined
  rules: DoorRules
  state: DoorState
}

export interface DoorVerdict extends PassageVerdict {
  alarms: readonly DoorAlarm[]
  /** The rules whose state was not known, which took the side in their settings. */
  assumed: readonly AssumedRule[]
  /** The floors of an elevator that are released, by their areas; left out for a door and where nothing opens. */
  floorIds?: readonly string[] | undefined
}

/** The input of the rules of 7, which only evaluate known people. */
export interface KnownAtDoor extends DoorQuestion {
  subject: FaceEntry
}

/** The result of one rule of 7. Null instead: the rule is not set, or does not apply to this passage. */
export interface RuleAnswer {
  reason: Reason
  /** the word by which it refuses; left out: it does not */
  refuses?: AbnormalType
  /** raised when the door opens */
  alarm?: DoorAlarm
  assumes?: AssumedRule
  floorIds?: readonly string[]
}
