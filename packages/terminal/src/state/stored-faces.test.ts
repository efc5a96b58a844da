import { packFace } from '@gatehouse/face/core/packed-face.ts'
import { embeddingOf } from '@gatehouse/testkit/named-faces.ts'
import { expect, it } from 'vitest'
import { bytesOfFaces, facesOfBytes } from './stored-faces.ts'

const faces = ['Li', 'Wang', 'Zhao', 'Wu', 'Sun'].map(embeddingOf)

it('the faces of a person are one piece of bytes and come out of it again, 770 bytes each', () => {
  for (const some of [[], faces.slice(0, 1), faces.slice(0, 2), faces]) {
    const bytes = bytesOfFaces(some)
    expect(bytes).toHaveLength(770 * some.length)
    expect(facesOfBytes(bytes)).toEqual(some.map(packFace))
  }
})

it('faces that an earlier release stored as 512 float32 each are read', () => {
  for (const count of [1, 2, 3, 4, 5]) {
    const some = faces.slice(0, count)
    const bytes = Buffer.concat(some.map(({ buffer }) => new Uint8Array(buffer)))
    expect(facesOfBytes(bytes)).toEqual(some)
  }
})
