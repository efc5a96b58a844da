import { monitorEventLoopDelay } from 'node:perf_hooks'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { seededRandom } from '@gatehouse/face/core/seeded-random.ts'
import { openDatabase } from '@gatehouse/server/db/open-database.ts'
import { makeInstallKeys } from '@gatehouse/server/lib/install-keys.ts'
import { createFaceGallery } from '@gatehouse/server/people/gallery/face-gallery.ts'
import type { FillableDatabase } from '@gatehouse/testkit/bulk-sql/fillable-database.ts'
import { dropSearchIndex } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertTemplates } from '@gatehouse/testkit/bulk-sql/insert-templates.ts'
import { type Context, type Measurement, row } from './benchmark.ts'
import { seenAgain } from './face-search.ts'
import { install } from './install/installation.ts'
import { timeCalls } from './percentile.ts'

const searches = 200
/** A loop that turns at all is as late as this. */
const resolution = 1

/**
 * The server's gallery on a thread of its own, from the database: until it is ready, its searches from the server's thread, and how late
 * that thread is meanwhile. The limit of reading is the same rows by the database alone, read and thrown away.
 */
export async function measureGallery(context: Context, people: number): Promise<Measurement> {
  const installation = await install(context)
  const { pool, databaseUrl, dataFolder } = installation
  context.log(`making ${people.toLocaleString('en-US')} people with faces`)
  await insertPeople(installation, people)
  const wanted = await bulkInsertTemplates(installation, faceModelId)
  await pool.query('truncate face_pair_due')
  await pool.query('analyze person, image, face_template')
  const before = process.memoryUsage().rss
  const gallery = createFaceGallery(
    {
      db: openDatabase(pool),
      databaseUrl,
      keys: makeInstallKeys({ GATEHOUSE_DATA: dataFolder }),
      modelInUse: () => faceModelId,
      log: {
        info: (facts, text) => context.log(`${text} ${JSON.stringify(facts)}`),
        error: (facts, text) => context.log(`${text} ${JSON.stringify(facts)}`),
      },
    },
    1,
  )
  context.cleanup.defer(() => gallery.close())
  context.log('reading them into memory')
  const late = monitorEventLoopDelay({ resolution })
  late.enable()
  const began = performance.now()
  await gallery.rebuild()
  let count = 0
  // A question waits for a few seconds, and says then that the faces are still being read.
  while (count === 0) count = await gallery.countPeople(faceModelId).catch(() => 0)
  const readySeconds = (performance.now() - began) / 1000
  const lateReading = late.max / 1e6
  late.reset()
  const kept = process.memoryUsage().rss - before

  context.log('searching')
  const random = seededRandom(people)
  const faces = wanted.map(({ personId, embedding }) => ({ personId, embedding: seenAgain(embedding, random) }))
  let found = 0
  const search = await timeCalls(searches, async (index) => {
    const { personId, embedding } = faces[index % faces.length] ?? { personId: '', embedding: new Float32Array() }
    if ((await gallery.search(embedding, faceModelId, 5))[0]?.personId === personId) found++
  })
  late.disable()
  const began2 = performance.now()
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after;) {
    const { rows }: { rows: { image_id: string }[] } = await pool.query(
      'select image_id, embedding_sealed from face_template where image_id > $1 order by image_id limit 2000',
      [after],
    )
    after = rows.at(-1)?.image_id
  }
  const readOnly = (performance.now() - began2) / 1000
  const who = people.toLocaleString('en-US')
  const rows = [
    row({
      what: `gallery of ${who} ready, from PostgreSQL`,
      value: readySeconds,
      unit: 's',
      limit: { what: 'the same templates read from the table and thrown away', value: readOnly },
      atMost: 60,
    }),
    row({ what: '  the server’s thread late meanwhile, at most', value: lateReading, unit: 'ms' }),
    row({ what: '  memory of the process more, of each', value: kept / people / 1000, unit: 'kB' }),
    row({ what: `searched among ${who} on the gallery’s thread, p50`, value: search.p50, unit: 'ms' }),
    row({ what: '  p95', value: search.p95, unit: 'ms', ...(people >= 1_000_000 && { atMost: 40 }) }),
    row({ what: '  the server’s thread late meanwhile, p99', value: late.percentile(99) / 1e6, unit: 'ms' }),
    row({ what: '  at most', value: late.max / 1e6, unit: 'ms', atMost: 25 }),
  ]
  return { work: { what: `faces of ${who} found on the gallery’s thread`, expected: search.calls, done: found }, rows }
}

const chunk = 20_000

/** People of nothing but a name: a gallery asks for no more, and with groups and departments a million take many minutes. */
async function insertPeople({ pool }: FillableDatabase, count: number): Promise<void> {
  await dropSearchIndex(pool)
  for (let from = 1; from <= count; from += chunk)
    await pool.query(
      `insert into person (kind, name, name_search) select 1, 'Person ' || n, 'person' || n from generate_series($1::int, $2::int) n`,
      [from, Math.min(count, from + chunk - 1)],
    )
}
