import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '@gatehouse/face/core/seeded-random.ts'
import type { Installation } from '../install/installation.ts'

/** They arrive in batches, as terminals send them. */
const perBatch = 5

type Passages = { doors: number; people: number; count: number; perSecond: number }

/** Writes passages, the same in every run, as the device link does: each batch with its hint. */
export async function passPeople({ pool }: Installation, order: Passages): Promise<{ written: number }> {
  const random = seededRandom(1)
  const passages = Array.from({ length: order.count }, () => ({
    door: Math.floor(random() * order.doors),
    person: Math.floor(random() * order.people),
    opened: random() < 0.9,
  }))
  const began = performance.now()
  let written = 0
  for (let at = 0; at < passages.length; at += perBatch) {
    const batch = passages.slice(at, at + perBatch)
    const { rowCount } = await pool.query(
      `insert into recognition_record (id, recognised_at, received_at, device_id, device_sequence, device_name, kind, person_id,
         person_name, direction, entry_mode, cosine, liveness, opened, abnormal, reasons, capture_hash, has_doubtful_time)
       select gen_random_uuid(), clock_timestamp(), clock_timestamp(), d.id, 1, d.name, 1, p.id, p.name, 1, 'face', 0.7, 0.97, s.opened, 'none', '[]', null, false
       from unnest($1::int[], $2::int[], $3::boolean[]) as s(door, person, opened)
       cross join lateral (select id, name from device order by id offset s.door limit 1) d
       cross join lateral (select id, name from person order by id offset s.person limit 1) p`,
      [batch.map(({ door }) => door), batch.map(({ person }) => person), batch.map(({ opened }) => opened)],
    )
    written += rowCount ?? 0
    await pool.query(`select pg_notify('gatehouse_hint', '{"to":"consoles","topic":"records"}')`)
    const dueMs = ((at + perBatch) / order.perSecond) * 1000
    await wait(Math.max(0, began + dueMs - performance.now()))
  }
  return { written }
}
