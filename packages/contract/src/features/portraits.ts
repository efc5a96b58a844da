import { z } from 'zod'
import { id } from '../fields.ts'
import { route } from '../route.ts'
import { besideQuery } from './people/several-portraits.ts'

/** Names of the portrait checks (MAN-08); `low` asks for count and size only, `high` for all. */
export const portraitChecks = ['count', 'size', 'angle', 'brightness', 'blur', 'eyes', 'mouth', 'occlusion'] as const

/** How a portrait came into the system: `device`, taken at a terminal; `learned`, the face of a passage that somebody confirmed. */
export const portraitSources = ['form', 'batch', 'registration', 'device', 'learned'] as const
export type PortraitSource = (typeof portraitSources)[number]

export const portraitCheck = z.object({
  check: z.enum(portraitChecks),
  /**
   * The signal of the check that is furthest out (`yaw`, `pitch`, `roll`, `dark`, `bright` …;
   * face/core/check-portrait.ts).
   */
  signal: z.string().max(32),
  /** The measured value and its limit, in the unit of the signal (faces, pixels, degrees, share). */
  value: z.number(),
  limit: z.number(),
  bound: z.enum(['exactly', 'at-least', 'at-most']),
  passed: z.boolean(),
})

const faceBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

export const portraitVerdict = z.object({
  /** The picture as it will be kept; give it as `portraitId` when the person is saved. Unused ones are deleted after a day. */
  id,
  width: z.int(),
  height: z.int(),
  /** The face in the kept picture, in its pixels: x, y, width, height. */
  face: faceBox,
  checks: z.array(portraitCheck),
  /**
   * Only if the picture lay on its side or the head leaned: drawn so wide and high and moved by this matrix (as in SVG), the uploaded
   * picture lies as the kept one.
   */
  turned: z
    .object({
      width: z.number(),
      height: z.number(),
      matrix: z.array(z.number()).length(6),
    })
    .optional(),
})
export type PortraitVerdict = z.output<typeof portraitVerdict>

/** `data` of `portrait.check-failed`: every check, the failed ones with `passed: false`, and which face was evaluated. */
export const portraitRefusal = z.object({
  checks: z.array(portraitCheck),
  /** Of the uploaded picture, upright, in pixels; `face` (the largest) is in these. Absent: no face was found. */
  width: z.number(),
  height: z.number(),
  face: faceBox.optional(),
})
export type PortraitRefusal = z.output<typeof portraitRefusal>

/** A registered person whose face is like the given one. `person` is null for a kind that the caller may not see. */
export const alikeFace = z.object({
  kind: z.enum(['staff', 'visitor', 'blacklisted']),
  person: z.object({ id, name: z.string(), portraitId: id.nullable() }).nullable(),
  /** The reason, for a blacklisted person whom the caller may see. */
  reason: z.string().nullable(),
  /** The cosine, 0 to 1. */
  score: z.number(),
  /**
   * Alike enough to be entries of one face: doors decide about both together. Otherwise they are two people who may be
   * confused.
   */
  isOneFace: z.boolean(),
  /** A blacklisted person who is less alike than others are named for: a human decides whether it is them. Absent: no. */
  isMaybe: z.boolean().optional(),
})
export type AlikeFace = z.output<typeof alikeFace>

/**
 * The person who has the phone number of a new registration. With a `doubt`, only `force` gives that person this face.
 *
 * `doubt`: why the face may not be theirs. `other-face`: their portrait shows another one. `unproven`: they have no portrait, and
 * nothing but the number says that it is them.
 */
export const samePhone = z.object({
  id,
  name: z.string(),
  portraitId: id.nullable(),
  doubt: z.enum(['other-face', 'unproven']).nullable(),
})
export type SamePhone = z.output<typeof samePhone>

/** A blacklisted person with the phone number of a new registration. `person` is null if the caller may not read the blacklist. */
export const blacklistedPhone = z.object({
  person: z.object({ id, name: z.string(), portraitId: id.nullable() }).nullable(),
  reason: z.string().nullable(),
})
export type BlacklistedPhone = z.output<typeof blacklistedPhone>

/** Saves somebody although their face is known already ("add anyway"). */
export const forceFace = z
  .boolean()
  .default(false)
  .describe(
    'Save although the face is registered already. Doors decide about all entries of one face together: a blacklisted one is refused, otherwise only what every entry may pass opens.',
  )

/**
 * `data` of `portrait.duplicate-face`: everybody alike, the blacklisted first, then the most alike. `force` saves
 * anyway ("add anyway").
 */
export const duplicateFace = z.object({ alike: z.array(alikeFace).min(1) })

export const uploadPortrait = route({
  method: 'POST',
  path: '/v2/portraits',
  summary:
    'Upload a recognition portrait (jpg, png, webp, avif or heic, at most 20 MB); the face engine checks it at once',
  // The widest of the permissions to write staff, visitors or the blacklist; the call that saves the portrait checks its own.
  permission: 'visitor.write',
  query: besideQuery,
  bodyKind: 'image',
  response: portraitVerdict,
  errors: [
    'portrait.unreadable',
    'portrait.too-large',
    'portrait.check-failed',
    'portrait.not-found',
    'portrait.other-person',
  ],
  audit: { module: 'staff', event: 'upload-portrait' },
  changes: [],
})

const displayPortrait = z.object({ id, width: z.int(), height: z.int() })
export type DisplayPortrait = z.output<typeof displayPortrait>

export const uploadDisplayPortrait = route({
  method: 'POST',
  path: '/v2/portraits/display',
  summary:
    'Upload a display portrait (jpg, png, webp, avif or heic, at most 20 MB): shown, never used for recognition, so not checked',
  permission: 'staff.write',
  bodyKind: 'image',
  response: displayPortrait,
  errors: ['portrait.unreadable', 'portrait.too-large'],
  audit: { module: 'staff', event: 'upload-portrait' },
  changes: [],
})
