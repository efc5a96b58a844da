import type { Decision } from './decide-passage.ts'

/** A credential that a person shows beside their face, as the reader or the keys give it. */
export type Credential = {
  readonly kind: 'ic-card' | 'pin'
  readonly text: string
}

/** The decision about a person before the camera. */
export type Sighting = Decision & {
  /** Null if nothing new was recorded: the same person stood here a moment ago. */
  readonly sequence: number | null
  readonly opened: boolean
}
