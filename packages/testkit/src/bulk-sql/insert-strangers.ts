import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { sealCaptureEmbedding } from '@gatehouse/server/face/open-embedding.ts'
import type { InstallKeys } from '@gatehouse/server/lib/install-keys.ts'
import type { FillableDatabase } from './fillable-database.ts'
import { bulkInsertDevices } from './insert-devices.ts'

export type Face = { id: string; embedding: Float32Array }
type Order = { count: number; wanted: number; direction: () => Float32Array }

const chunk = 1_000

/** Records of strangers of the last six days at one door, with their faces sealed as the server seals them. Gives `wanted` of them. */
export async function bulkInsertStrangers(
  { pool }: FillableDatabase,
  keys: InstallKeys,
  { count, wanted, direction }: Order,
): Promise<Face[]> {
  const [device] = await bulkInsertDevices({ pool }, 1)
  const kept: Face[] = []
  for (let from = 0; from < count; from += chunk) {
    const size = Math.min(chunk, count - from)
    const { rows } = await pool.query<{ id: string }>(
      `insert into recognition_record (id, recognised_at, device_id, device_sequence, device_name, kind, direction, entry_mode, opened, abnormal, reasons, has_doubtful_time)
       select uuidv7(), now() - n * (interval '6 days' / $2), $3, n, 'Door 1', 3, 0, 'face', false, 'stranger', '[]', false
       from generate_series($1::int, $1::int + $4::int - 1) n returning id`,
      [from + 1, count, device?.id, size],
    )
    const faces = rows.map(({ id }) => ({ id, embedding: direction() }))
    await pool.query(
      `insert into capture_template (record_id, recognised_at, model_id, embedding_sealed)
       select r.id, r.recognised_at, $3, f.sealed from unnest($1::uuid[], $2::bytea[]) as f(id, sealed)
       join recognition_record r on r.id = f.id`,
      [
        faces.map(({ id }) => id),
        faces.map(({ id, embedding }) => sealCaptureEmbedding(keys, id, embedding)),
        faceModelId,
      ],
    )
    const share = Math.ceil((wanted * size) / count)
    kept.push(...faces.slice(0, share))
  }
  await pool.query('vacuum analyze recognition_record, capture_template')
  return kept
}
