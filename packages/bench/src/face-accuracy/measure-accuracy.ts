import { cosineOf, meanEmbedding } from '@gatehouse/face/core/compare-embeddings.ts'

/** Photographs of one person, as embeddings; `group` is whatever the folder says, for telling how the groups differ. */
export type MeasuredPerson = { name: string; group: string | null; embeddings: readonly Float32Array[] }

/** Cosines of pairs of one person, and of pairs of two. */
export type Pairs = { genuine: number[]; impostor: number[] }

/** At most so many photographs of a person count, so that one with hundreds does not speak for all. */
const maxOfPerson = 10

/** All against all. With `group` only pairs in which somebody of the group takes part. */
export function comparePairs(people: readonly MeasuredPerson[], group?: string): Pairs {
  const pairs: Pairs = { genuine: [], impostor: [] }
  people.forEach((one, place) => {
    const own = one.embeddings.slice(0, maxOfPerson)
    if (group === undefined || one.group === group)
      own.forEach((a, i) => own.slice(i + 1).forEach((b) => void pairs.genuine.push(cosineOf(a, b))))
    for (const other of people.slice(place + 1)) {
      if (group !== undefined && one.group !== group && other.group !== group) continue
      for (const a of own) for (const b of other.embeddings.slice(0, maxOfPerson)) pairs.impostor.push(cosineOf(a, b))
    }
  })
  pairs.genuine.sort((a, b) => a - b)
  pairs.impostor.sort((a, b) => a - b)
  return pairs
}

/** The share of sorted cosines from this one on. */
export function shareFrom(sorted: readonly number[], cosine: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < cosine) low = middle + 1
    else high = middle
  }
  return sorted.length === 0 ? 0 : (sorted.length - low) / sorted.length
}

/** Fewer than so many hits say nothing about a rate. */
const minHits = 3

/** The lowest cosine that at most this share of sorted cosines reaches; null: too few to tell. */
export function thresholdAt(sorted: readonly number[], share: number): number | null {
  const hits = Math.floor(sorted.length * share)
  if (hits < minHits) return null
  const last = sorted[sorted.length - hits - 1]
  return last === undefined ? null : last + 1e-6
}

/** As the policy of doors goes on beyond what was measured. */
const powersBeyond = 12

/** The threshold for a rate; where there are too few pairs to show it, guessed from the rarest rate that they show. */
export function proposedThreshold(
  sorted: readonly number[],
  share: number,
): { cosine: number; isGuessed: boolean } | null {
  const measured = thresholdAt(sorted, share)
  if (measured !== null) return { cosine: measured, isGuessed: false }
  const rarest = minHits / sorted.length
  const base = sorted.length < minHits * 10 ? null : thresholdAt(sorted, rarest)
  return base === null ? null : { cosine: base + Math.log10(rarest / share) / powersBeyond, isGuessed: true }
}

/** Photographs that somebody sends together, at a cosine that every two of them must reach. */
export function measureTogether(people: readonly MeasuredPerson[], cosine: number, count: number) {
  let [sets, differing] = [0, 0]
  for (const { embeddings } of people) {
    const own = embeddings.slice(0, maxOfPerson)
    for (let from = 0; from + count <= own.length; from++) {
      const set = own.slice(from, from + count)
      sets++
      if (set.some((a, i) => set.slice(i + 1).some((b) => cosineOf(a, b) < cosine))) differing++
    }
  }
  return { sets, differing }
}

/** Verification with the threshold of one half of the people, measured on the other half. */
export function verifyHeldOut(people: readonly MeasuredPerson[], rate: number) {
  const [known, heldOut] = [0, 1].map((half) => comparePairs(people.filter((_, place) => place % 2 === half)))
  const threshold = thresholdAt(known?.impostor ?? [], rate)
  if (threshold === null || !heldOut) return null
  return { threshold, far: shareFrom(heldOut.impostor, threshold), tar: shareFrom(heldOut.genuine, threshold) }
}

/** How a person is enrolled, and what is shown to the door. */
export type Way = { portraits: number; isMean: boolean; looks: number }

export type Identification = {
  /** Of each probe the cosine to the person whom it shows, and whether nobody else is more alike. */
  probes: { own: number; isFirst: boolean }[]
  /** Of each stranger the cosine to the most alike person, ascending. */
  strangers: number[]
  people: number
}

/** Open set: people with enough photographs are enrolled and seen again; those with fewer are strangers. Null: nobody is left for either. */
export function identify(people: readonly MeasuredPerson[], way: Way, most = 3): Identification | null {
  // The same people in every way, so that ways can be compared.
  const isKnown = ({ embeddings }: MeasuredPerson) => embeddings.length > most
  const known = people.filter(isKnown)
  const others = people.filter((person) => !isKnown(person))
  if (known.length < 2 || others.length === 0) return null
  const gallery = known.map(({ embeddings }) => {
    const portraits = embeddings.slice(0, way.portraits)
    return way.isMean ? [meanEmbedding(portraits)] : portraits
  })
  const cosinesOf = (probe: Float32Array) => gallery.map((own) => Math.max(...own.map((one) => cosineOf(one, probe))))
  const probes = known.flatMap(({ embeddings }, place) =>
    probesOf(embeddings.slice(most), way.looks).map((probe) => {
      const cosines = cosinesOf(probe)
      const own = cosines[place] ?? -1
      return { own, isFirst: cosines.every((cosine, other) => other === place || cosine < own) }
    }),
  )
  const strangers = others.flatMap(({ embeddings }) =>
    probesOf(embeddings, way.looks).map((probe) => Math.max(...cosinesOf(probe))),
  )
  return { probes, strangers: strangers.toSorted((a, b) => a - b), people: known.length }
}

/** Every photograph, or the mean of as many after one another; what is left over is taken together. */
function probesOf(embeddings: readonly Float32Array[], looks: number): Float32Array[] {
  const probes: Float32Array[] = []
  for (let from = 0; from < embeddings.length; from += looks)
    probes.push(meanEmbedding(embeddings.slice(from, from + looks)))
  return probes
}

/** The share of probes that are found as the right person, at the threshold at which this share of strangers finds somebody. */
export function tpirAt(
  { probes, strangers }: Identification,
  fpir: number,
): { threshold: number; tpir: number } | null {
  const threshold = thresholdAt(strangers, fpir)
  if (threshold === null || probes.length === 0) return null
  const found = probes.filter(({ own, isFirst }) => isFirst && own >= threshold)
  return { threshold, tpir: found.length / probes.length }
}
