import type { DoorMode } from '@gatehouse/contract/device/link.ts'
import type { PassageVerdict } from '@gatehouse/engine/passage/may-pass.ts'
import { deeds } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Speech, Words } from './texts.ts'

interface DoorShown {
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

interface SightingShown {
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
  const missed = deeds.find((deed) => reasons.some(({ code }) => code === `${deed}-missed`))
  return missed ? words[`${missed}-missed`] : reasonWords[abnormal]
}

/** As it is said aloud: without the dots between the parts. */
export const spoken = (...texts: readonly string[]): string => texts.filter(Boolean).join(', ').replaceAll(' · ', ', ')
