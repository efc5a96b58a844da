import type { DoorMode } from '@gatehouse/contract/device/link.ts'
import type { PassageVerdict } from '@gatehouse/engine/passage/may-pass.ts'
import { livenessChallenges } from '@gatehouse/engine/passage/vocabulary.ts'
import type { TerminalView } from './terminal-view.ts'
import type { Speech, Words } from './texts.ts'

type DoorShown = {
  readonly doorMode: DoorMode
  readonly isOpen: boolean
  /** Somebody is being refused: that the door still stands open for another is not for them. */
  readonly isRefusing: boolean
}

/** What the screen says of the door; empty for nothing. */
export function doorText({ doorMode, isOpen, isRefusing }: DoorShown, words: Words): string {
  if (doorMode === 'held-open') return words.heldOpen
  if (doorMode === 'held-closed') return words.heldClosed
  return isOpen && !isRefusing ? words.open : ''
}

/** Whether the server is there, and what waits for it. */
export const linkText = ({ isOnline, waiting }: Pick<TerminalView, 'isOnline' | 'waiting'>, words: Words): string =>
  isOnline ? words.online : words.offline + waitingText(waiting, words)

const waitingText = (waiting: number, words: Words): string => (waiting > 0 ? ` · ${waiting} ${words.waiting}` : '')

/** What somebody should see to: no room left, or not known to the server any more. Empty for nothing. */
export function attentionText(
  { areCredentialsRejected, waiting, isFull }: Pick<TerminalView, 'areCredentialsRejected' | 'waiting' | 'isFull'>,
  words: Words,
): string {
  const lacks = [areCredentialsRejected && words.disowned + waitingText(waiting, words), isFull && words.full]
  return lacks.filter(Boolean).join(' · ')
}

/** The next request to the person before the screen; empty for nothing that this screen asks for. */
export function requestText(request: TerminalView['request'], words: Words): string {
  if (request?.factor === 'pin') return words.typePin
  return request?.factor === 'ic-card' || request?.factor === 'face' ? words[request.factor] : ''
}

/** The line at the bottom: what is wrong, what is asked for, or a welcome. */
export function hintText({ isBlind, isPrepared, challenge, request, welcome }: TerminalView, words: Words): string {
  if (isBlind) return words.faultCamera
  if (!isPrepared) return words.preparing
  return challenge ? words[challenge] : requestText(request, words) || welcome || words.ready
}

type SightingShown = {
  readonly opened: boolean
  /** The name, as far as it is to be shown. */
  readonly who: string
  /** Why not, in words. */
  readonly why: string
  /** The prompt of the settings, which names whoever comes in. */
  readonly prompt: string
}

/** A heading and a line for what was decided, in which nobody is named twice. */
export function sightingTexts({ opened, who, why, prompt }: SightingShown, words: Words) {
  if (opened && prompt !== '' && prompt !== who) return { heading: prompt, line: '' }
  const heading = [opened ? words.opened : words.refused, who].filter(Boolean).join(' · ')
  return { heading, line: opened ? '' : [prompt, why].filter(Boolean).join(' · ') }
}

/** Why somebody stays outside, in words; who was asked to do something hears what was not seen. */
export function whyNot({ abnormal, reasons }: PassageVerdict, { words, abnormal: reasonWords }: Speech): string {
  if (abnormal === 'none') return ''
  const missed = livenessChallenges.find((challenge) => reasons.some(({ code }) => code === `${challenge}-missed`))
  return missed ? words[`${missed}-missed`] : reasonWords[abnormal]
}

/** The text as it is spoken: without the dots between the parts. */
export const spokenText = (...texts: readonly string[]): string =>
  texts.filter(Boolean).join(', ').replaceAll(' · ', ', ')
