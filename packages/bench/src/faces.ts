import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { embeddingSize, normalise } from '@gatehouse/face/core/embed-face.ts'
import { createGallery } from '@gatehouse/face/core/gallery.ts'
import { createFacePool, type FacePool } from '@gatehouse/face/node/face-pool.ts'
import { ensureModels, readModels } from '@gatehouse/face/node/fetch-models.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { seededRandom } from '@gatehouse/face/core/seeded-random.ts'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { type Benchmark, type Context, type Measurement, row } from './benchmark.ts'
import { timeCalls, type Timing } from './percentile.ts'

const photograph = 'cage.jpg'
const poolPictures = 60
const searches = 200

export const faces: Benchmark = {
  name: 'faces',
  about: `one photograph (500 x 614) through the worker pool, and the exact search on one core`,
  async run(context) {
    const folder = await ensureModels()
    const picture = await readFile(photographPath(photograph))
    context.log('networks alone')
    const networks = await timeNetworks(folder)
    return [
      await measurePool(context, folder, picture, networks),
      await measureSearch(10_000),
      await measureSearch(100_000, 8),
    ]
  },
}

/** The networks that every picture goes through, run on zeros: no decoding, no alignment, no checks. */
export async function timeNetworks(folder: string): Promise<Timing> {
  const models = await readModels(folder)
  const runs = await Promise.all(
    (
      [
        ['detect', [1, 3, 240, 320]],
        ['landmark', [1, 1, 64, 64]],
        ['feature', [1, 3, 112, 112]],
      ] as const
    ).map(async ([name, shape]) => {
      const session = await InferenceSession.create(models[name], { intraOpNumThreads: 1, logSeverityLevel: 3 })
      const input = new Tensor(
        'float32',
        new Float32Array(shape.reduce<number>((product, side) => product * side, 1)),
        shape,
      )
      return () => session.run({ input })
    }),
  )
  return timeCalls(40, async () => {
    for (const run of runs) await run()
  })
}

async function measurePool(
  context: Context,
  modelsFolder: string,
  picture: Buffer,
  networks: Timing,
): Promise<Measurement> {
  const pool = createFacePool({ modelsFolder, queueLimit: poolPictures, jobTimeoutMs: 120_000 })
  context.cleanup.defer(() => pool.close())
  let described = 0
  const check = async () => (described += Number(Boolean((await pool.checkPortrait(picture, 'high')).face)))
  const look = async () => (described += Number(Boolean((await pool.analyse(picture)).main)))
  context.log('enrolment and recognition')
  const enrol = await timeCalls(40, check)
  const analyse = await timeCalls(40, look)
  const perSecond = await timePool(pool, picture, poolPictures)
  const limit = (value: number) => ({ what: 'its networks alone, on zeros', value })
  const workers = Math.max(1, availableParallelism() - 1)
  const rows = [
    row({ what: 'portrait checked (enrolment), p50', value: enrol.p50, unit: 'ms', limit: limit(networks.p50) }),
    row({ what: 'portrait checked (enrolment), p95', value: enrol.p95, unit: 'ms', limit: limit(networks.p95) }),
    row({ what: 'face analysed with liveness, p50', value: analyse.p50, unit: 'ms', limit: limit(networks.p50) }),
    row({
      what: `portraits checked, ${workers} worker${workers === 1 ? '' : 's'}`,
      value: perSecond,
      unit: '/s',
      limit: limit((1000 * workers) / networks.p50),
    }),
  ]
  const expected = enrol.calls + analyse.calls
  return { work: { what: 'pictures with a face described', expected, done: described }, rows }
}

/** Portraits that the face workers check in a second when they have nothing to wait for. @throws where one has no face */
export async function timePool(pool: FacePool, picture: Buffer, pictures: number, keptSide?: number): Promise<number> {
  const began = performance.now()
  const checked = await Promise.all(
    Array.from({ length: pictures }, () => pool.checkPortrait(picture, 'high', keptSide)),
  )
  const tookMs = performance.now() - began
  if (!checked.every(({ face }) => face)) throw new Error('a portrait was checked without its face')
  return (pictures * 1000) / tookMs
}

/**
 * A gallery of chance directions; each search is for another person of it, their face seen a little otherwise. The limit
 * is copying as many bytes as the search must read.
 */
async function measureSearch(people: number, atMost?: number): Promise<Measurement> {
  const random = seededRandom(people)
  const direction = () => normalise(Float32Array.from({ length: embeddingSize }, () => random() + random() - 1))
  const gallery = createGallery<number>()
  const wanted: { personId: number; embedding: Float32Array }[] = []
  for (let personId = 0; personId < people; personId++) {
    const embedding = direction()
    gallery.add(personId, embedding)
    if (personId % Math.ceil(people / searches) !== 0) continue
    const noise = direction()
    wanted.push({ personId, embedding: normalise(embedding.map((value, i) => value + 0.5 * (noise[i] ?? 0))) })
  }
  let found = 0
  const search = await timeCalls(searches, (index) => {
    const { personId, embedding } = wanted[index % wanted.length] ?? { personId: 0, embedding: direction() }
    if (gallery.search(embedding, 5)[0]?.personId === personId) found++
  })
  const from = Buffer.alloc(people * embeddingSize, 1)
  const to = Buffer.alloc(from.length)
  const copy = await timeCalls(searches, () => from.copy(to))
  const limit = (value: number) => ({ what: 'copying the same rows in memory', value })
  const who = `searched among ${people.toLocaleString('en-US')} faces`
  const rows = [
    row({ what: `${who}, p50`, value: search.p50, unit: 'ms', limit: limit(copy.p50) }),
    row({ what: `${who}, p95`, value: search.p95, unit: 'ms', limit: limit(copy.p95), ...(atMost && { atMost }) }),
  ]
  return { work: { what: `${who}: found`, expected: search.calls, done: found }, rows }
}
