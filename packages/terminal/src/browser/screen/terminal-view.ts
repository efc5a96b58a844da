import type { DoorMode } from '@gatehouse/contract/device/link.ts'
import type { CountedOccupancy } from '../../core/events.ts'
import type { Factor } from '@gatehouse/engine/passage/verification.ts'
import type { Action } from '../face/challenge.ts'

/** A decision about a person who may still stand there. */
export type ShownSighting = {
  /** The person, or a stranger's face: the next decision about the same person replaces this one. */
  readonly who: string
  /** A new number for each decision. */
  readonly id: number
  readonly opened: boolean
  /** The track of the face; null: it was a code, a card or a PIN. */
  readonly track: number | null
  readonly heading: string
  readonly line: string
}

/** An emergency and a lockdown stand before a command. */
export type ShownDoorMode = DoorMode | 'released' | 'locked-down'

/** The whole content of a terminal's page, except the camera's picture. */
export type TerminalView = {
  readonly isPrepared: boolean
  readonly name: string
  readonly welcome: string
  readonly doorMode: ShownDoorMode
  readonly isDoorOpen: boolean
  /** Null: the area behind the door has no limit, or nobody was counted since the start. */
  readonly occupancy: CountedOccupancy | null
  /** IANA name, of the clock of this door. */
  readonly timeZone: string
  readonly isOnline: boolean
  /** The server no longer knows the terminal: the screen offers to pair it again. */
  readonly areCredentialsRejected: boolean
  /** The number of records that the server does not have yet. */
  readonly waiting: number
  /** The browser has no room for their pictures. */
  readonly isFull: boolean
  /** There is no picture of the camera. */
  readonly isBlind: boolean
  readonly isAsleep: boolean
  /** The border shines: the only light that a screen has. */
  readonly isLit: boolean
  /** 0.2..1; darkened below 1, but never while the border shines. */
  readonly brightness: number
  /** The action that a person is asked for before the camera. */
  readonly challenge: Action | null
  /** The factor that the person is asked for next. */
  readonly request: { readonly factor: Factor; readonly who: string } | null
  /** The digits of a PIN that were typed so far. */
  readonly pin: string
  readonly sightings: readonly ShownSighting[]
}

export const firstView: TerminalView = {
  isPrepared: false,
  name: '',
  welcome: '',
  doorMode: 'normal',
  isDoorOpen: false,
  occupancy: null,
  timeZone: 'UTC',
  isOnline: false,
  areCredentialsRejected: false,
  waiting: 0,
  isFull: false,
  isBlind: false,
  isAsleep: false,
  isLit: false,
  brightness: 1,
  challenge: null,
  request: null,
  pin: '',
  sightings: [],
}

/** The number of people whose decisions are shown at once; the newest at the bottom, near the eyes. */
const maxSightings = 4

/** Replaces the earlier decision about the same person, else is added below the others. */
export function placeSighting(shown: readonly ShownSighting[], next: ShownSighting): readonly ShownSighting[] {
  const place = shown.findIndex(({ who }) => who === next.who)
  return place < 0 ? [...shown, next].slice(-maxSightings) : shown.with(place, next)
}
