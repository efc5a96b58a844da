import { describe, expect, it } from 'vitest'
import { seededRandom } from './seeded-random.ts'
import { cosineOf, meanEmbedding } from './compare-embeddings.ts'
import { normalise } from './embed-face.ts'
import { createGallery } from './gallery.ts'

const random = seededRandom(7)
const randomEmbedding = (length = 512) =>
  normalise(Float32Array.from({ length }, () => random() + random() + random() - 1.5))
/** Another photograph of the same face: cosine about 0.7. */
const similar = (embedding: Float32Array) => {
  const noise = randomEmbedding(embedding.length)
  return normalise(embedding.map((value, i) => value + noise[i]!))
}

/** The result that the gallery must agree with: every template compared in full, the best of each person. */
function searchPlainly(templates: readonly (readonly [string, Float32Array])[], query: Float32Array, limit: number) {
  const best = new Map<string, number>()
  for (const [personId, embedding] of templates)
    best.set(personId, Math.max(best.get(personId) ?? -1, cosineOf(embedding, query)))
  return [...best]
    .map(([personId, cosine]) => ({ personId, cosine }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, limit)
}

type Found = ReturnType<typeof searchPlainly>
/** Cosines of packed embeddings are off by less than this. */
const packedError = 3e-4

/** The same people with about the same cosines; two who are as alike as that may change places. */
function expectSame(found: Found, plain: Found) {
  expect(found.map(({ cosine }) => cosine)).toEqual(plain.map(({ cosine }) => expect.closeTo(cosine, 3)))
  const last = plain.at(-1)?.cosine ?? -1
  for (const { personId, cosine } of plain)
    if (cosine > last + packedError) expect(found.map((one) => one.personId)).toContain(personId)
}

describe('gallery', () => {
  it.each([512, 128, 1_024, 200])(
    'A gallery finds the same people as comparing everything in full, by %s numbers',
    (length) => {
      const templates = Array.from({ length: 9000 }, (_, i) => [`p${i % 6000}`, randomEmbedding(length)] as const)
      const gallery = createGallery()
      for (const [personId, embedding] of templates) gallery.add(personId, embedding)
      expect([gallery.peopleCount, gallery.templateCount]).toEqual([6000, 9000])
      const means = [...Map.groupBy(templates, ([personId]) => personId)].map(
        ([personId, own]) => [personId, meanEmbedding(own.map(([, embedding]) => embedding))] as const,
      )
      for (let i = 0; i < 40; i++) {
        const query = i % 2 === 0 ? similar(templates[i * 200]![1]) : randomEmbedding(length)
        expectSame(gallery.search(query, 5), searchPlainly(means, query, 5))
        expectSame(gallery.searchTemplates(query, 5), searchPlainly([...means, ...templates], query, 5))
      }
    },
  )

  it('[D3] A person is searched by the mean of their templates, and each of them is kept beside it', () => {
    const gallery = createGallery()
    const face = randomEmbedding()
    const photographs = [similar(face), similar(face), similar(face)]
    gallery.replace('often', photographs)
    const [found] = gallery.search(face, 1)
    expect(found?.cosine).toBeGreaterThan(Math.max(...photographs.map((one) => cosineOf(one, face))) + 0.05)
    expect(gallery.templatesOf('often').map((one, i) => cosineOf(one, photographs[i]!))).toEqual(
      photographs.map(() => expect.closeTo(1, 4)),
    )
    gallery.remove('often')
    expect([gallery.templateCount, gallery.templatesOf('often')]).toEqual([0, []])
    expect(gallery.searchTemplates(photographs[0]!, 1)).toEqual([])
  })

  it('a person with fifty templates does not crowd the others out', () => {
    const gallery = createGallery()
    const face = randomEmbedding()
    for (let i = 0; i < 50; i++) gallery.add('often', similar(face))
    gallery.add('once', similar(similar(face)))
    expect(gallery.search(face, 5).map((found) => found.personId)).toEqual(['often', 'once'])
  })

  it('A person who was removed is never found, and their memory is used for the next person', () => {
    const gallery = createGallery<number>()
    const faces = Array.from({ length: 100 }, randomEmbedding)
    for (const [personId, face] of faces.entries()) gallery.add(personId, face)
    expect(gallery.remove(40)).toBe(true)
    expect(gallery.remove(40)).toBe(false)
    expect(gallery.has(40)).toBe(false)
    expect(gallery.search(faces[40]!, 100).map((found) => found.personId)).not.toContain(40)
    gallery.add(200, faces[40]!)
    expect(gallery.templateCount).toBe(100)
    expect(gallery.search(faces[40]!, 1)[0]).toMatchObject({ personId: 200, cosine: expect.closeTo(1, 4) })
  })

  it('replacing a portrait leaves nothing of the earlier one', () => {
    const gallery = createGallery()
    const [before, after] = [randomEmbedding(), randomEmbedding()]
    gallery.add('a', before)
    gallery.replace('a', [after])
    expect(gallery.search(before, 1)[0]?.cosine).toBeLessThan(0.3)
    expect(gallery.search(after, 1)[0]?.cosine).toBeCloseTo(1, 4)
    expect(() => gallery.replace('a', [new Float32Array(512)])).toThrow(RangeError)
    expect(gallery.search(after, 1)[0]?.cosine).toBeCloseTo(1, 4)
  })

  it('an empty gallery finds nobody, and refuses anything that is no embedding', () => {
    const gallery = createGallery()
    expect(gallery.search(randomEmbedding(), 5)).toEqual([])
    const long = randomEmbedding().map((value) => value * 2)
    expect(() => gallery.add('a', long)).toThrow('length 1')
    expect(() => gallery.add('a', new Float32Array(512).fill(Number.NaN))).toThrow(RangeError)
    expect(() => gallery.add('a', new Uint8Array(770))).toThrow(RangeError)
    expect(gallery.peopleCount).toBe(0)
  })

  it('a gallery is of one recogniser: embeddings with other many numbers than the first are refused, and nobody is lost', () => {
    const gallery = createGallery()
    const face = randomEmbedding()
    gallery.add('a', face)
    expect(() => gallery.replace('a', [randomEmbedding(128)])).toThrow('512')
    expect(() => gallery.search(randomEmbedding(128), 1)).toThrow('512')
    expect(gallery.search(face, 1)[0]?.personId).toBe('a')
  })
})
