import type { PassageVerdict } from '@gatehouse/engine/passage/may-pass.ts'
import { type AbnormalType, livenessChallenges } from '@gatehouse/engine/passage/vocabulary.ts'
import type { releasedFloors } from '../../door/released-floors.ts'
import type { ShownDoorMode, TerminalView } from './terminal-view.ts'
import type { Speech, Words } from './texts.ts'

type DoorShown = {
  readonly doorMode: ShownDoorMode
  readonly isOpen: boolean
  /** A person is being refused: the door that is still open for another is not for them. */
  readonly isRefusing: boolean
}

/** The text about the door; empty for none. */
export function doorText({ doorMode, isOpen, isRefusing }: DoorShown, words: Words): string {
  if (doorMode === 'released') return words.released
  if (doorMode === 'locked-down') return words.lockedDown
  if (doorMode === 'held-open') return words.heldOpen
  if (doorMode === 'held-closed') return words.heldClosed
  return isOpen && !isRefusing ? words.open : ''
}

/** Whether the server is reachable, and how many records wait for it. */
export const linkText = ({ isOnline, waiting }: Pick<TerminalView, 'isOnline' | 'waiting'>, words: Words): string =>
  isOnline ? words.online : words.offline + waitingText(waiting, words)

const waitingText = (waiting: number, words: Words): string => (waiting > 0 ? ` · ${waiting} ${words.waiting}` : '')

/** A problem that an administrator should resolve: no room left, or no longer known to the server. Empty for none. */
export function attentionText(
  { areCredentialsRejected, waiting, isFull }: Pick<TerminalView, 'areCredentialsRejected' | 'waiting' | 'isFull'>,
  words: Words,
): string {
  const lacks = [
    areCredentialsRejected && words.credentialsRejected + waitingText(waiting, words),
    isFull && words.full,
  ]
  return lacks.filter(Boolean).join(' · ')
}

/** The next request to the person before the screen; empty if this screen asks for nothing. */
export function requestText(request: TerminalView['request'], words: Words): string {
  if (request?.factor === 'pin') return words.typePin
  const factor = request?.factor
  return factor === 'ic-card' || factor === 'face' || factor === 'qr-code' ? words[factor] : ''
}

/** The line at the bottom: a problem, a request, or a welcome. */
export function hintText({ isBlind, isPrepared, challenge, request, welcome }: TerminalView, words: Words): string {
  if (isBlind) return words.faultCamera
  if (!isPrepared) return words.preparing
  return challenge ? words[challenge] : requestText(request, words) || welcome || words.ready
}

type SightingShown = {
  readonly opened: boolean
  /** The name, as far as the settings show it. */
  readonly who: string
  /** The reason of a refusal, in words. */
  readonly why: string
  /** The prompt of the settings, with the name of the person who passes. */
  readonly prompt: string
  /** The floors of an elevator that are released for them, in words; empty at a door. */
  readonly floors?: string
}

/** The number of floors that are named; more are only counted, as nobody reads or hears so many in time. */
const maxFloorNames = 6

/** The floors of an elevator whose buttons a person may press; empty at a door. */
export function floorsText(floors: ReturnType<typeof releasedFloors>, words: Words): string {
  if (floors === null) return ''
  if (floors.areAll) return words.allFloors
  const { names } = floors
  return names.length > maxFloorNames
    ? words.floorCount.replace('{count}', String(names.length))
    : words.floors.replace('{floors}', names.join(words.comma))
}

/** A heading and a line for a decision, in which nobody is named twice. */
export function sightingTexts({ opened, who, why, prompt, floors = '' }: SightingShown, words: Words) {
  if (opened && prompt !== '' && prompt !== who) return { heading: prompt, line: floors }
  const heading = [opened ? words.opened : words.refused, who].filter(Boolean).join(' · ')
  return { heading, line: opened ? floors : [prompt, why].filter(Boolean).join(' · ') }
}

/** The reason why a person stays outside, in words; a person who was asked for an action is told what was not seen. */
export function whyNot({ abnormal, reasons }: PassageVerdict, { words, abnormal: reasonWords }: Speech): string {
  if (abnormal === 'none') return ''
  const has = (wanted: string) => reasons.some(({ code }) => code === wanted)
  const missed = livenessChallenges.find((challenge) => has(`${challenge}-missed`))
  if (missed) return words[`${missed}-missed`]
  if (has('came-in-lately')) return words['came-in-lately']
  const atDoor = saidAtDoor.find((word) => word === abnormal)
  return atDoor ? words[atDoor] : reasonWords[abnormal]
}

/** A record says these in the words of an administrator, the screen in those of a person who can do something about it. */
const saidAtDoor = [
  'anti-passback',
  'occupancy-limit',
  'interlock',
  'escort-missing',
  'too-few-people',
  'first-person-missing',
  'state-unknown',
] as const satisfies readonly AbnormalType[]

/** The number of people behind the door, and when it was counted; empty where there is no limit. */
export function occupancyText(
  { occupancy, timeZone }: Pick<TerminalView, 'occupancy' | 'timeZone'>,
  words: Words,
): string {
  if (!occupancy) return ''
  const { count, max, atMs } = occupancy
  const time = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainTime()
  return (count >= max ? words.areaFull : words.inside)
    .replace('{count}', String(count))
    .replace('{max}', String(max))
    .replace('{time}', time.toString({ smallestUnit: 'minute' }))
}

/** The text as it is spoken: without the dots between the parts. */
export const spokenText = (...texts: readonly string[]): string =>
  texts.filter(Boolean).join(', ').replaceAll(' · ', ', ')
