import { describe, expect, it } from 'vitest'
import { seededRandom } from './seeded-random.ts'
import { normalise } from './embed-face.ts'
import { findEntriesOfFace } from './entries-of-face.ts'
import { createGallery } from './gallery.ts'

const random = seededRandom(11)
const direction = () => normalise(Float32Array.from({ length: 512 }, () => random() + random() + random() - 1.5))
/** An embedding whose cosine to this one is as given. */
function alike(face: Float32Array, cosine: number): Float32Array {
  const noise = direction()
  const along = face.reduce((sum, value, i) => sum + value * noise[i]!, 0)
  const across = normalise(noise.map((value, i) => value - along * face[i]!))
  return normalise(face.map((value, i) => cosine * value + Math.sqrt(1 - cosine * cosine) * across[i]!))
}

describe('the entries of one face', () => {
  it('The entries of one face are the people whose portraits are alike at 0.60 or more, the most alike first', () => {
    const gallery = createGallery()
    const face = direction()
    gallery.add('franck', face)
    gallery.add('visitor', alike(face, 0.61))
    gallery.add('the same photograph', face)
    gallery.add('like him', alike(face, 0.59))
    gallery.add('somebody', direction())
    expect(findEntriesOfFace(gallery, 'franck')).toEqual(['the same photograph', 'visitor'])
    expect(findEntriesOfFace(gallery, 'somebody')).toEqual([])
    expect(findEntriesOfFace(gallery, 'nobody')).toEqual([])
  })

  it('Entries are one face by any of the portraits of each', () => {
    const gallery = createGallery()
    const [straight, bearded] = [direction(), direction()]
    gallery.replace('franck', [straight, bearded])
    gallery.add('visitor', alike(bearded, 0.7))
    expect(findEntriesOfFace(gallery, 'visitor')).toEqual(['franck'])
    expect(findEntriesOfFace(gallery, 'franck')).toEqual(['visitor'])
  })

  it('Entries are one face where one lies between them', () => {
    const gallery = createGallery()
    const face = direction()
    const between = alike(face, 0.65)
    gallery.add('first', face)
    gallery.add('between', between)
    gallery.add('last', alike(between, 0.65))
    expect(findEntriesOfFace(gallery, 'first')).toEqual(['between', 'last'])
  })

  it('The entries of one face are all found, however often somebody was added', () => {
    const gallery = createGallery()
    const face = direction()
    for (let i = 0; i < 200; i++) gallery.add(`entry ${i}`, alike(face, 0.9))
    gallery.add('blacklisted', alike(face, 0.62))
    expect(findEntriesOfFace(gallery, 'entry 0')).toHaveLength(200)
    expect(findEntriesOfFace(gallery, 'entry 0')).toContain('blacklisted')
  })

  it('Two people by the word of somebody are no entries of one face, and both are entries of a third that is like both', () => {
    const gallery = createGallery()
    const face = direction()
    gallery.add('anna', face)
    gallery.add('maria', alike(face, 0.9))
    gallery.add('anna again', alike(face, 0.95))
    expect(findEntriesOfFace(gallery, 'anna', (other) => other === 'maria')).toEqual(['anna again'])
    expect(findEntriesOfFace(gallery, 'maria', (other) => other === 'anna')).toEqual(['anna again'])
    expect(new Set(findEntriesOfFace(gallery, 'anna again'))).toEqual(new Set(['anna', 'maria']))
  })
})
