import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { createFacePool, type FacePool } from '@gatehouse/face/node/face-pool.ts'
import { ensureModels, readModels } from '@gatehouse/face/node/fetch-models.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { type Benchmark, type Context, type Measurement, row } from './benchmark.ts'
import { measureGallery } from './face-gallery.ts'
import { measureSearch } from './face-search.ts'
import { timeCalls, type Timing } from './percentile.ts'

const photograph = 'cage.jpg'
const poolPictures = 60
/** `FACES_BENCH=100000`: of so many people is the largest gallery. */
const maxPeople = Number(process.env['FACES_BENCH'] ?? 1_000_000)

export const faces: Benchmark = {
  name: 'faces',
  about: `one photograph (500 x 614) through the worker pool; the search on one core, and the server’s gallery from its database`,
  async run(context) {
    const folder = await ensureModels()
    const picture = await readFile(photographPath(photograph))
    context.log('networks alone')
    const networks = await timeNetworks(folder)
    return [
      await measurePool(context, folder, picture, networks),
      await measureSearch(10_000),
      await measureSearch(100_000, 5),
      ...(maxPeople > 100_000 ? [await measureSearch(maxPeople, 40)] : []),
      await measureGallery(context, maxPeople),
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
