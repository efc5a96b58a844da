import { makeInstallKeys } from '@gatehouse/server/lib/install-keys.ts'
import { seal } from '@gatehouse/server/lib/seal.ts'
import type { FillableDatabase } from './fillable-database.ts'

const step = 1_000

/** A portrait and its face template for everybody, sealed as enrolment does it; the numbers themselves mean nothing. */
export async function bulkInsertTemplates({ pool, dataFolder }: FillableDatabase, modelId: string): Promise<void> {
  const keys = makeInstallKeys({ GATEHOUSE_DATA: dataFolder })
  const { rows } = await pool.query<{ person_id: string; image_id: string }>(
    `with made as (
       insert into image (kind, blob_hash, content_type, width, height, byte_size)
       select 'portrait', sha256(p.id::text::bytea), 'image/jpeg', 1, 1, 1 from person p returning id, blob_hash)
     update person p set portrait_id = made.id from made where made.blob_hash = sha256(p.id::text::bytea)
     returning p.id as person_id, made.id as image_id`,
  )
  for (let from = 0; from < rows.length; from += step) {
    const some = rows.slice(from, from + step)
    await pool.query(
      `insert into face_template (image_id, model_id, embedding_sealed, checks, face)
       select image_id, $3, sealed, '[]', '{}' from unnest($1::uuid[], $2::bytea[]) as t(image_id, sealed)`,
      [
        some.map(({ image_id }) => image_id),
        some.map(({ image_id }) => seal(keys.embedding, unitVector(), `face_template ${image_id}`)),
        modelId,
      ],
    )
  }
}

/** 512 random numbers of joint length 1. */
function unitVector(): Uint8Array {
  const numbers = Float32Array.from({ length: 512 }, () => Math.random() - 0.5)
  const length = Math.hypot(...numbers)
  return new Uint8Array(numbers.map((number) => number / length).buffer)
}
