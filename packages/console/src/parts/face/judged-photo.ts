import { portraitRefusal } from '@gatehouse/contract/features/portraits.ts'
import { otherPerson } from '@gatehouse/contract/features/portraits/sent-portraits.ts'
import type { uploadOwnPortrait } from '@gatehouse/contract/features/registrations.ts'
import { CallError, isCode } from '../../api/call-error.ts'
import type { Photo } from './use-photo-set.ts'

/** The answer about a photograph that failed its checks. */
export function refusalOf(photo: Photo) {
  if (photo.state !== 'bad' || !isCode<typeof uploadOwnPortrait>(photo.error, 'portrait.check-failed')) return undefined
  return portraitRefusal.safeParse(photo.error.data).data
}

const aboutPicture = new Set([
  'portrait.unreadable',
  'portrait.too-large',
  'portrait.check-failed',
  'portrait.other-person',
])

/** Whether a failure tells something of the picture: else it never was judged, and may be sent again as it is. */
export const isOfPicture = (error: unknown): boolean =>
  error instanceof DOMException || (error instanceof CallError && aboutPicture.has(error.message))

/** The face that was found in a photograph. */
export const judgedOf = (photo: Photo) => (photo.state === 'good' ? photo.verdict : refusalOf(photo))

/** The photographs of a set that a refused one of them is unlike, by their numbers; undefined: it was refused for something else, or for nothing. */
export function unlikeOf(refused: Photo, photos: readonly Photo[]) {
  if (refused.state !== 'bad') return undefined
  const { error, id: own } = refused
  if (!isCode<typeof uploadOwnPortrait>(error, 'portrait.other-person')) return undefined
  const { data } = otherPerson.safeParse(error.data)
  // One that was refused at once was refused alone.
  const unlike = data?.unlike[own ?? data.portraitIds[0] ?? ''] ?? []
  const numbers = photos.flatMap((photo, place) =>
    photo.state === 'good' && unlike.includes(photo.verdict.id) ? [place + 1] : [],
  )
  return { numbers, isUnlike: (id: string | undefined) => id !== undefined && unlike.includes(id) }
}
