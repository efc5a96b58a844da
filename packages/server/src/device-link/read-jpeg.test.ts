import sharp from 'sharp'
import { expect, it } from 'vitest'
import { jpegWith } from '../../test/jpeg-with.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { readJpeg } from './read-jpeg.ts'

const read = (bytes: Buffer) => readJpeg(bytes.toString('base64'))
const plain = sharp({ create: { width: 320, height: 240, channels: 3, background: 'red' } })

it.each([
  ['a photograph of a camera', async () => photograph(faces.franck)],
  ['one that is shown line by line', async () => plain.clone().jpeg({ progressive: true }).toBuffer()],
  [
    'one with facts about it',
    async () =>
      plain
        .clone()
        .withExif({ IFD0: { Artist: 'Li' } })
        .jpeg()
        .toBuffer(),
  ],
  [
    'one with filling between its parts',
    async () => Buffer.from('ffd8ffff' + jpegWith(Buffer.alloc(9)).toString('hex').slice(6), 'hex'),
  ],
])('a JPEG is accepted: %s', async (_, made) => {
  const bytes = await made()
  expect(read(bytes)).toEqual(bytes)
})

const whole = jpegWith(Buffer.alloc(100))

it('a JPEG without its end is accepted, and has it again', async () => {
  expect(read(whole.subarray(0, -2))).toEqual(whole)
  const camera = photograph(faces.franck)
  expect(read(camera.subarray(0, -2))).toEqual(camera)
})

it.each([
  [
    'a page behind the first bytes of one',
    Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('<html><script>')]),
  ],
  ['the first bytes alone', Buffer.from('ffd8ffe0', 'hex')],
  ['one without a picture', Buffer.from('ffd8ffd9', 'hex')],
  ['one that was cut before its picture', jpegWith(Buffer.alloc(0)).subarray(0, -2)],
  ['one of no size', Buffer.from(whole.toString('hex').replace('0800020002', '0800000002'), 'hex')],
  ['one of 65,535 by 65,535', Buffer.from(whole.toString('hex').replace('0800020002', '08ffffffff'), 'hex')],
  ['one without a frame', Buffer.from('ffd8ffda0008010100003f00ffd9', 'hex')],
  ['a frame that leads beyond the end', Buffer.from('ffd8ffc0ffff08', 'hex')],
  ['one that is too large', jpegWith(Buffer.alloc(200_000))],
  ['a GIF', Buffer.from('GIF89a')],
  ['nothing', Buffer.alloc(0)],
])('a picture is refused: %s', (_, bytes) => {
  expect(read(bytes)).toBeNull()
})
