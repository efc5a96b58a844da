import { z } from 'zod'
import { id } from '../../fields.ts'
import { alikeFace, samePhone } from '../portraits.ts'
import { maxPortraits } from '../people/several-portraits.ts'

/** The photographs of one submission after the first, all of one person. */
export const furtherPortraitIds = z
  .array(id)
  .max(maxPortraits - 1)
  .default([])
  .describe('Further photographs of the same person, after `portraitId`')

type Portraits = { portraitId?: string | null | undefined; furtherPortraitIds: readonly string[] }

/** Of the body of a form: further portraits come with a main one. With `noMainPortrait` for `refine`. */
export const hasMainPortrait = ({ portraitId, furtherPortraitIds: further }: Portraits): boolean =>
  further.length === 0 || Boolean(portraitId)
export const noMainPortrait = { error: 'no-main-portrait', path: ['furtherPortraitIds'] }

/** The photographs of a submission that are not accepted, while others are. */
export const leftOutPortraits = z
  .array(id)
  .max(100 * maxPortraits)
  .default([])
  .describe('Photographs that are not accepted; they are deleted. The first of the others becomes the main portrait')

/** All photographs of a submission, the main one first. */
export const sentPortraitIds = z.array(id)

/** A registered person, with the photographs of the submission that are like them. */
export const alikeToSent = alikeFace.extend({ portraitIds: sentPortraitIds })

/** The person who has the phone number of a submission, with the photographs that are in doubt, and how many portraits they have by now. */
export const ownerOfPhone = samePhone.extend({ doubtful: sentPortraitIds, portraits: z.int() })

/** `data` of `portrait.other-person`: those of the submission that do not show the person of the others. */
export const otherPerson = z.object({
  portraitIds: z.array(id),
  /** The photographs of the submission that each of them is unlike. */
  unlike: z.record(id, z.array(id)).default({}),
})

/** The number of photographs that one person's own link takes, refused ones among them. */
export const maxUploadsOfLink = 40
