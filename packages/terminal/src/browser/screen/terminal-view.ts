import type { DoorMode } from '@gatehouse/contract/device/link.ts'
import type { Factor } from '@gatehouse/engine/passage/verification.ts'
import type { LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'

/** What was decided about somebody who may still stand there. */
export type ShownSighting = {
  /** The person, or a stranger's face: the next decision about the same person takes its place. */
  readonly who: string
  /** Another one for each decision. */
  readonly id: number
  readonly opened: boolean
  /** The track of the face; null: it was a code, a card or a PIN. */
  readonly track: number | null
  readonly heading: string
  readonly line: string
}

/** Everything that the page of a terminal shows, but for the camera's picture. */
export type TerminalView = {
  readonly isPrepared: boolean
  readonly name: string
  readonly welcome: string
  readonly doorMode: DoorMode
  readonly isDoorOpen: boolean
  readonly isOnline: boolean
  /** The server does not know the terminal any more: the screen offers to pair it again. */
  readonly areCredentialsRejected: boolean
  /** Records that the server does not have yet. */
  readonly waiting: number
  /** The browser has no room for their pictures. */
  readonly isFull: boolean
  /** There is no picture of the camera. */
  readonly isBlind: boolean
  readonly isAsleep: boolean
  /** The border shines: the only lamp that a screen has. */
  readonly isLit: boolean
  /** 0.2..1; darkened below 1, but never while it is lit. */
  readonly brightness: number
  /** What somebody is asked to do before the camera. */
  readonly challenge: LivenessChallenge | null
  /** What the one who stands there is asked for next. */
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

/** The number of people whose decisions are shown at once; the newest at the bottom, where the eye is. */
const maxSightings = 4

/** In the place of what was decided about the same person before, else below the others. */
export function placeSighting(shown: readonly ShownSighting[], next: ShownSighting): readonly ShownSighting[] {
  const place = shown.findIndex(({ who }) => who === next.who)
  return place < 0 ? [...shown, next].slice(-maxSightings) : shown.with(place, next)
}
