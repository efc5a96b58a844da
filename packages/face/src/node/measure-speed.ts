/**
 * Prints the times of the engine on this machine: node packages/face/src/node/measure-speed.ts [people in the gallery]
 */
import { readFile } from 'node:fs/promises'
import { embeddingSize, normalise } from '../core/embed-face.ts'
import { createGallery } from '../core/gallery.ts'
import { photographPath } from '../test/photographs.ts'
import { seededRandom } from '../core/seeded-random.ts'
import { decodeImage } from './decode-image.ts'
import { createFacePool } from './face-pool.ts'
import { ensureModels } from './fetch-models.ts'
import { loadFaceEngine } from './load-face-engine.ts'

interface Timing {
  readonly work: string
  readonly medianMs: number
  readonly p95Ms: number
}

/** One picture at a time on this thread, then the pool's rate, then the search among `people`. */
async function measureSpeed(people: number): Promise<{ timings: Timing[]; poolPicturesPerSecond: number }> {
  const modelsFolder = await ensureModels()
  const bytes = await readFile(photographPath('cage.jpg'))
  const engine = await loadFaceEngine(modelsFolder)
  const image = await decodeImage(bytes)
  const [face] = await engine.findFaces(image)
  if (!face) throw new Error('the photograph for measuring has no face')
  const search = fillGallery(people)
  const timings = [
    await time('decode 500 x 614 JPEG', 30, () => decodeImage(bytes)),
    await time('find faces', 30, () => engine.findFaces(image)),
    await time('describe face (landmarks, embedding, checks)', 30, () => engine.describeFace(image, face)),
    await time('liveness', 30, () => engine.evaluateLiveness(image, face)),
    await time(`exact search among ${people} people`, 100, search),
  ]
  await engine.release()
  return { timings, poolPicturesPerSecond: await measurePool(modelsFolder, bytes) }
}

async function measurePool(modelsFolder: string, bytes: Uint8Array): Promise<number> {
  const pool = createFacePool({ modelsFolder, jobTimeoutMs: 120_000 })
  await pool.checkPortrait(bytes, 'high')
  const count = 60
  const start = performance.now()
  await Promise.all(Array.from({ length: count }, () => pool.checkPortrait(bytes, 'high')))
  const seconds = (performance.now() - start) / 1000
  await pool.close()
  return count / seconds
}

/** A gallery of chance directions, and a search for one of them after another. */
function fillGallery(people: number): () => void {
  const random = seededRandom(1)
  const direction = () => normalise(Float32Array.from({ length: embeddingSize }, () => random() + random() - 1))
  const gallery = createGallery<number>()
  for (let personId = 0; personId < people; personId++) gallery.add(personId, direction())
  const query = direction()
  return () => gallery.search(query, 5)
}

async function time(work: string, times: number, run: () => unknown): Promise<Timing> {
  for (let i = 0; i < 3; i++) await run()
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    await run()
    taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.floor(share * (taken.length - 1))] ?? 0
  return { work, medianMs: at(0.5), p95Ms: at(0.95) }
}

if (import.meta.main) {
  const { timings, poolPicturesPerSecond } = await measureSpeed(Number(process.argv[2] ?? 100_000))
  for (const { work, medianMs, p95Ms } of timings)
    process.stdout.write(`${work}: median ${medianMs.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms\n`)
  process.stdout.write(`pool, portrait checks: ${poolPicturesPerSecond.toFixed(1)} pictures/s\n`)
}
