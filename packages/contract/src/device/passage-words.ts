import { abnormalTypes, type Direction, entryModes, reasonCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { z } from 'zod'
import { requiredLine } from '../fields.ts'

/** The place of a device: at the way in, at the way out, or at neither. */
export const directions = ['none', 'in', 'out'] as const

/** The way that a reader leads, by the direction of its device. */
export const readerWays = { none: 'both', in: 'entry', out: 'exit' } as const satisfies Record<
  (typeof directions)[number],
  Direction
>

/** The words that this release knows. A newer terminal may use others: they are stored and shown unchanged. */
export const knownEntryMode = z.enum(entryModes)
export const knownAbnormalType = z.enum(abnormalTypes)
export const knownReasonCode = z.enum(reasonCodes)

const otherWord = requiredLine(64)
export const entryModeWord = knownEntryMode.or(otherWord)
export const abnormalWord = knownAbnormalType.or(otherWord)

/**
 * One link of the chain of reasons, as `engine/passage/may-pass.ts` gives it: the code names the rule,
 * the other fields name the thing that the rule was applied to.
 */
export const passageReason = z.looseObject({ code: knownReasonCode.or(otherWord) })
export type PassageReason = z.output<typeof passageReason>

/** The number of other people whom one record can name. */
export const maxCandidates = 20

const thousandth = z.int().min(0).max(1000)
/** The position of a face on a picture, in thousandths of its width and height: true at any size of that picture. */
export const faceBox = z
  .object({ left: thousandth, top: thousandth, right: thousandth, bottom: thousandth })
  .refine(({ left, top, right, bottom }) => left < right && top < bottom, { error: 'box-empty' })
export type FaceBox = z.output<typeof faceBox>
