import { expect, it } from 'vitest'
import { cutToFace } from './cut-to-face.ts'

const frame = { width: 640, height: 480 }

it('[REC-01] a face is in the middle of its cutout, with a margin of its own size', () => {
  // 128 by 96 px round (320, 240): 256 px of the frame
  expect(cutToFace({ left: 400, top: 400, right: 600, bottom: 600 }, frame)).toEqual({
    width: '250%',
    height: '187.5%',
    left: '-75%',
    top: '-43.75%',
  })
})

it('a face in a corner is cut out up to the edges, and no further', () => {
  expect(cutToFace({ left: 0, top: 800, right: 100, bottom: 1000 }, frame)).toMatchObject({ left: '0%', top: '-150%' })
})

it('a face as large as the picture shows no more than there is', () => {
  expect(cutToFace({ left: 0, top: 0, right: 1000, bottom: 1000 }, frame)).toMatchObject({ height: '100%', top: '0%' })
})
