import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { createStaff, type Staff } from '@gatehouse/contract/features/staff.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import type { Ask } from '../ask-server.ts'

/** Uploads a picture as a portrait; gives its id. */
export const seedPortrait = async (ask: Ask, picture: Uint8Array<ArrayBuffer>): Promise<string> =>
  (await ask(uploadPortrait, { body: { file: picture } })).id

/** A member of staff, with the portrait that the picture shows; others in this product may show the same face. */
export async function seedStaff(
  ask: Ask,
  { picture, ...body }: BodyInput<typeof createStaff> & { picture?: Uint8Array<ArrayBuffer> },
): Promise<Staff> {
  const portrait = picture && { portraitId: await seedPortrait(ask, picture), force: true }
  return ask(createStaff, { body: { ...body, ...portrait } })
}
