import { randomBytes, randomUUID } from 'node:crypto'
import { cosineOf } from '@gatehouse/face/core/compare-embeddings.ts'
import { embeddingSize, normalise } from '@gatehouse/face/core/embed-face.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { executeAlone } from '../../test/execute-alone.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { type Db, openDatabase, openPool } from '../db/open-database.ts'
import { sealCaptureEmbedding } from './open-embedding.ts'
import { createStrangerFaces } from './stranger-faces.ts'
import { createStrangerSearch } from './stranger-search.ts'

const key = randomBytes(32)
const keys = { column: key, embedding: key, blob: key, blindIndex: key }
const modelId = 'model'
const start = Temporal.Instant.from('2026-06-01T00:00:00Z')
const direction = () => normalise(Float32Array.from({ length: embeddingSize }, () => Math.random() - 0.5))
/** The same face seen again: the more noise, the less alike. */
const again = (face: Float32Array, noise: number) => {
  const other = direction()
  return normalise(face.map((value, i) => value + noise * other[i]!))
}

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(openPool(database.url, 2))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(() => sql`delete from capture_template`.execute(db))

type Seen = { id: string; minute: number; embedding: Float32Array }
const seen = (minute: number, embedding: Float32Array): Seen => ({ id: randomUUID(), minute, embedding })
const store = (...faces: Seen[]) =>
  db
    .insertInto('capture_template')
    .values(
      faces.map(({ id, minute, embedding }) => ({
        record_id: id,
        recognised_at: start.add({ minutes: minute }).toString(),
        model_id: modelId,
        embedding_sealed: sealCaptureEmbedding(keys, id, embedding),
      })),
    )
    .execute()
const alike = 0.42
const packedError = 0.001
const since = (minute: number) => ({
  modelId,
  since: start.add({ minutes: minute }).toString(),
  threshold: alike,
  limit: 100,
})

describe('[REC-01] faces of strangers in memory', () => {
  it('faces of strangers in memory are found as by a full comparison, up to the precision of what is packed, whatever was added and removed since they were read', async () => {
    const face = direction()
    const faces = Array.from({ length: 300 }, (_, minute) =>
      seen(minute, minute % 3 ? direction() : again(face, 0.4 + minute / 150)),
    )
    await store(...faces.slice(0, 200))
    const strangers = createStrangerFaces({ db, keys })
    const compare = async (known: readonly Seen[]) => {
      const { near, ...counts } = await strangers.search({ embedding: face, ...since(30) })
      const recent = known.filter(({ minute }) => minute >= 30)
      const plain = new Map(recent.map(({ id, embedding }) => [id, cosineOf(face, embedding)]))
      const [most, least] = [alike - packedError, alike + packedError].map((cosine) =>
        [...plain].filter(([, plainly]) => plainly >= cosine).map(([id]) => id),
      )
      expect(least!.length).toBeGreaterThan(20)
      const ids = near.map(({ id }) => id)
      expect(ids).toEqual(expect.arrayContaining(least!))
      expect(most).toEqual(expect.arrayContaining(ids))
      for (const { id, cosine } of near) expect(Math.abs(cosine - plain.get(id)!)).toBeLessThan(packedError)
      expect(near).toEqual(near.toSorted((a, b) => b.cosine - a.cosine))
      expect(counts).toEqual({ compared: recent.length, isCut: false })
    }
    await compare(faces.slice(0, 200))
    await store(...faces.slice(200))
    await compare(faces)
    const gone = faces.filter(({ minute }) => minute % 2 === 0)
    await db
      .deleteFrom('capture_template')
      .where(
        'record_id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
    await compare(faces.filter(({ minute }) => minute % 2 === 1))
  })

  it('memory keeps a bounded number of strangers’ faces, the newest; the answer says when there were more', async () => {
    const face = direction()
    await store(...Array.from({ length: 30 }, (_, minute) => seen(minute, again(face, 0.3))))
    const strangers = createStrangerFaces({ db, keys }, 20)
    const ask = (minute: number) => strangers.search({ embedding: face, ...since(minute) })
    expect(await ask(10)).toMatchObject({ compared: 20, isCut: false })
    expect(await ask(0)).toMatchObject({ compared: 20, isCut: true })
    await store(seen(30, again(face, 0.3)), seen(5, again(face, 0.3)))
    // The newest was added, for which a tenth of the oldest was removed.
    expect(await ask(13)).toMatchObject({ compared: 18, isCut: false })
    expect(await ask(10)).toMatchObject({ compared: 19, isCut: true })
  })

  it('faces of strangers are searched on a thread that ends after a pause and starts again when asked', async () => {
    const face = direction()
    await store(seen(1, face))
    const strangers = createStrangerSearch(database.url, keys, 0)
    const connections = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'`.execute(db)
      return rows[0]?.count
    }
    const before = await connections()
    for (let time = 0; time < 2; time++) {
      expect((await strangers.search({ embedding: face, ...since(0) })).near).toHaveLength(1)
      expect(await until(async () => (await connections()) === before)).toBe(true)
    }
    await strangers.close()
  })

  it('faces of strangers cannot be searched while the database is unavailable, and can be again afterwards', async () => {
    const face = direction()
    await store(seen(1, face))
    const strangers = createStrangerSearch(database.url, keys)
    const ask = () => strangers.search({ embedding: face, ...since(0) })
    await executeAlone(db, sql`alter table capture_forgotten rename to hidden`)
    await expect(ask()).rejects.toThrow('capture_forgotten')
    await executeAlone(db, sql`alter table hidden rename to capture_forgotten`)
    expect((await ask()).near).toHaveLength(1)
    await strangers.close()
  })
})
