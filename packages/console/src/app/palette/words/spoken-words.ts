/** The actions that can be typed. */
export const verbs = [
  'open',
  'holdOpen',
  'holdClosed',
  'normal',
  'suspend',
  'resume',
  'visitor',
  'lockdown',
  'emergency',
  'why',
] as const
export type Verb = (typeof verbs)[number]

/**
 * The words of a language for actions and moments, in the order of preference. `…` in an action stands for its object; an action without
 * it is followed by its object.
 */
export type SpokenWords = {
  /** Words stand between spaces. Otherwise they follow one another without. */
  isSpaced: boolean
  verbs: Readonly<Record<Verb, readonly string[]>>
  /** Words between the person and the door of a question, words that end it, and words that say nothing in it. */
  at: readonly string[]
  refused: readonly string[]
  strangers: readonly string[]
  filler: readonly string[]
  host: readonly string[]
  everywhere: readonly string[]
  /** Days by their distance from today. */
  days: Readonly<Record<string, number>>
  /** Monday first. */
  weekdays: readonly (readonly string[])[]
  /** January first; none where months are numbers. */
  months: readonly (readonly string[])[]
  thisOne: readonly string[]
  nextOne: readonly string[]
  lastOne: readonly string[]
  /** Weeks by their distance from this one. */
  weeks: Readonly<Record<string, number>>
  until: readonly string[]
  /** Words after a moment that make it the end. */
  untilAfter: readonly string[]
  from: readonly string[]
  to: readonly string[]
  during: readonly string[]
  numbers: Readonly<Record<string, number>>
  units: {
    readonly minute: readonly string[]
    readonly hour: readonly string[]
    readonly day: readonly string[]
    readonly week: readonly string[]
  }
  /** Times by their minute of the day. */
  times: Readonly<Record<string, number>>
  /** Words that put an hour into the morning (0) or after noon (12). */
  halves: Readonly<Record<string, 0 | 12>>
}
