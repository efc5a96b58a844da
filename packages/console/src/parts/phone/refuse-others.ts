import { otherPerson } from '@gatehouse/contract/features/portraits/sent-portraits.ts'
import type { register } from '@gatehouse/contract/features/registrations.ts'
import { isCode } from '../../api/call-error.ts'
import type { PhotoSet } from '../face/use-photo-set.ts'

/** Marks the photographs that the server found to be of somebody else when all were sent. */
export function refuseOthers(error: unknown, { refuse }: PhotoSet): void {
  if (!isCode<typeof register>(error, 'portrait.other-person')) return
  const { data } = otherPerson.safeParse(error.data)
  if (data) refuse(data.portraitIds, error)
}

/** The photographs of a submission as its route takes them. */
export const sentPhotos = ([portraitId = '', ...furtherPortraitIds]: readonly string[]) => ({
  portraitId,
  furtherPortraitIds,
})
