import { randomBytes } from 'node:crypto'
import { embeddingSize, normalise } from '@gatehouse/face/core/embed-face.ts'
import { sealEmbedding } from '@gatehouse/server/face/open-embedding.ts'
import { makeInstallKeys } from '@gatehouse/server/lib/install-keys.ts'
import type { FillableDatabase } from './fillable-database.ts'

const step = 2_000

/** A portrait and its face template for everybody, sealed as enrolment does it; the numbers themselves mean nothing. Gives some of the faces. */
export async function bulkInsertTemplates(
  { pool, dataFolder }: FillableDatabase,
  modelId: string,
): Promise<{ personId: string; embedding: Float32Array }[]> {
  const keys = makeInstallKeys({ GATEHOUSE_DATA: dataFolder })
  const some: { personId: string; embedding: Float32Array }[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await pool.query<{ person_id: string; image_id: string }>(
      `with waiting as (select id from person where portrait_id is null and id > $2 order by id limit $1), made as (
         insert into image (kind, blob_hash, content_type, width, height, byte_size)
         select 'portrait', sha256(id::text::bytea), 'image/jpeg', 1, 1, 1 from waiting returning id, blob_hash)
       update person p set portrait_id = made.id from made, waiting
       where waiting.id = p.id and made.blob_hash = sha256(p.id::text::bytea)
       returning p.id as person_id, made.id as image_id`,
      [step, after],
    )
    if (rows.length === 0) return some
    after = rows.reduce((last, { person_id }) => (person_id > last ? person_id : last), after)
    const faces = rows.map(() => chanceDirection())
    await pool.query(
      `insert into face_template (image_id, model_id, embedding_sealed, checks, face)
       select image_id, $3, sealed, '[]', '{}' from unnest($1::uuid[], $2::bytea[]) as t(image_id, sealed)`,
      [
        rows.map(({ image_id }) => image_id),
        rows.map(({ image_id }, n) => sealEmbedding(keys, image_id, faces[n] ?? chanceDirection())),
        modelId,
      ],
    )
    const [first] = rows
    const [face] = faces
    if (first && face) some.push({ personId: first.person_id, embedding: face })
  }
}

/** Numbers by chance, of joint length 1. */
const chanceDirection = (): Float32Array => normalise(Float32Array.from(new Int8Array(randomBytes(embeddingSize))))
