import { embeddingSize, normalise } from '@gatehouse/face/core/embed-face.ts'
import { createGallery } from '@gatehouse/face/core/gallery.ts'
import { packedBytes, packFace, shapeOf } from '@gatehouse/face/core/packed-face.ts'
import { seededRandom } from '@gatehouse/face/core/seeded-random.ts'
import { type Measurement, row } from './benchmark.ts'
import { timeCalls } from './percentile.ts'

const searches = 200

/** Somebody of a gallery, seen a little otherwise. */
export function seenAgain(embedding: Float32Array, random: () => number): Float32Array {
  const noise = chanceDirection(random)
  return normalise(embedding.map((value, i) => value + 0.5 * (noise[i] ?? 0)))
}

const chanceDirection = (random: () => number) =>
  normalise(Float32Array.from({ length: embeddingSize }, () => random() + random() - 1))

/**
 * A gallery of chance directions on one core; each search is for another person of it, their face seen a little otherwise. The limit
 * is reading as many bytes as the first look must read, for a byte that is not among them.
 */
export async function measureSearch(people: number, atMost?: number): Promise<Measurement> {
  const random = seededRandom(people)
  const gallery = createGallery<number>()
  const wanted: { personId: number; embedding: Float32Array }[] = []
  const before = memoryInUse()
  for (let personId = 0; personId < people; personId++) {
    const embedding = chanceDirection(random)
    // As the server reads them: packed.
    gallery.replace(personId, [packFace(embedding)])
    if (personId % Math.ceil(people / searches) !== 0) continue
    wanted.push({ personId, embedding: seenAgain(embedding, random) })
  }
  const kept = memoryInUse() - before
  let found = 0
  const search = await timeCalls(searches, (index) => {
    const { personId, embedding } = wanted[index % wanted.length] ?? { personId: 0, embedding: chanceDirection(random) }
    if (gallery.search(embedding, 5)[0]?.personId === personId) found++
  })
  const firstLook = Buffer.alloc(people * shapeOf(embeddingSize).upperBytes, 1)
  const read = await timeCalls(searches, () => firstLook.includes(2))
  const limit = (value: number) => ({ what: 'reading the bytes of the first look in memory', value })
  const who = `searched among ${people.toLocaleString('en-US')} faces`
  const rows = [
    row({ what: `${who}, p50`, value: search.p50, unit: 'ms', limit: limit(read.p50) }),
    row({ what: `${who}, p95`, value: search.p95, unit: 'ms', limit: limit(read.p95), ...(atMost && { atMost }) }),
    row({
      what: `memory of a face among ${people.toLocaleString('en-US')}`,
      value: kept / people / 1000,
      unit: 'kB',
      limit: { what: 'the packed numbers', value: packedBytes(embeddingSize) / 1000 },
      ...(people > 50_000 && { atMost: 1.2 }),
    }),
  ]
  return { work: { what: `${who}: found`, expected: search.calls, done: found }, rows }
}

/** Bytes of the process, since the memory of WebAssembly is counted nowhere else; less of it is garbage where `--expose-gc` is given. */
function memoryInUse(): number {
  globalThis.gc?.()
  return process.memoryUsage().rss
}
