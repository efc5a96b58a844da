import { sealEmbedding } from '../src/face/open-embedding.ts'
import { buildStaff } from './device-caller.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'
import { embeddingOf, namedFaceModel } from '@gatehouse/testkit/named-faces.ts'

/** A portrait that shows the face of this name, as a named-face terminal knows it; gives its id. */
export async function insertNamedPortrait(
  house: TestGatehouse,
  name: string,
  embedding = embeddingOf(name),
): Promise<string> {
  const { db, keys, blobs } = house.gatehouse.services
  const blob_hash = await blobs.put(Buffer.from(`portrait of ${name}`))
  const image = { kind: 'portrait', blob_hash, content_type: 'image/jpeg', width: 1, height: 1, byte_size: 1 }
  const { id } = await db.insertInto('image').values(image).returning('id').executeTakeFirstOrThrow()
  const sealed = sealEmbedding(keys, id, embedding)
  await db
    .insertInto('face_template')
    .values({ image_id: id, model_id: namedFaceModel, embedding_sealed: sealed, checks: '[]', face: '{}' })
    .execute()
  return id
}

/** A member of staff whose portrait shows this face; no door is told of it. */
export async function insertNamedStaff(house: TestGatehouse, admin: Caller, name: string) {
  const portraitId = await insertNamedPortrait(house, name)
  const person = await buildStaff(admin, name)
  await house.db.updateTable('person').set({ portrait_id: portraitId }).where('id', '=', person.id).execute()
  return person
}
