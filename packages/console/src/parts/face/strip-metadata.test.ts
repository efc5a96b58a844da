import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { shrinkPicture } from './shrink-picture.ts'
import { strippedJpeg, strippedPng } from './strip-metadata.ts'

const drawing = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a64' } })
  .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: '#148' } }, left: 0, top: 0 }])
  .withIccProfile('p3')
const place = { IFD0: { Make: 'Phone', Artist: 'Ada' }, IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } }
const pixels = (file: Uint8Array) => sharp(file).raw().toBuffer()
/** The bytes that a file begins with after its frame: enough of a film behind a photograph. */
const film = Buffer.from('\u0000\u0000\u0000\u0018ftypmp42 a film of the moment')

it.each([1, 6, 8])(
  'A JPEG keeps its pixels, colours and side %i up, and nothing of place, device and person',
  async (side) => {
    for (const progressive of [false, true]) {
      const made = drawing.clone().withExifMerge(place).withMetadata({ orientation: side, exif: place, icc: 'p3' })
      const photo = await made.jpeg({ progressive }).toBuffer()
      expect(photo.includes('Phone')).toBe(true)
      const stripped = strippedJpeg(Buffer.concat([photo, film]))
      if (!stripped) throw new Error('not understood')
      const text = Buffer.from(stripped)
      for (const word of ['Phone', 'Ada', 'film']) expect(text.includes(word), word).toBe(false)
      expect(Buffer.from(strippedJpeg(photo) ?? []), 'without a film behind it').toEqual(text)
      expect(text.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
      const { orientation = 1, icc } = await sharp(stripped).metadata()
      expect(orientation).toBe(side)
      expect(icc).toBeDefined()
      expect(await pixels(stripped)).toEqual(await pixels(photo))
      expect(stripped.length).toBeLessThan(photo.length)
    }
  },
)

it('A PNG keeps its pixels and colours, and nothing else', async () => {
  const photo = await drawing.clone().withMetadata({ exif: place, icc: 'p3' }).png().toBuffer()
  expect(photo.includes('Phone')).toBe(true)
  const stripped = strippedPng(Buffer.concat([photo, film]))
  if (!stripped) throw new Error('not understood')
  expect(Buffer.from(stripped).includes('Phone')).toBe(false)
  expect((await sharp(stripped).metadata()).icc).toBeDefined()
  expect(await pixels(stripped)).toEqual(await pixels(photo))
})

it('A JPEG without its end stays readable, and bytes that are no JPEG are not touched', async () => {
  const photo = await drawing.clone().jpeg().toBuffer()
  const stripped = strippedJpeg(photo.subarray(0, -2))
  expect(Buffer.concat([stripped ?? Buffer.of(), Buffer.from([0xff, 0xd9])]).length).toBeLessThanOrEqual(photo.length)
  expect(strippedJpeg(Buffer.from('\u00ff\u00d8 no segments', 'latin1'))).toBeUndefined()
  expect(strippedPng(photo)).toBeUndefined()
})

it('A picture that this browser cannot decode is sent as it is, under the name of its format', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\u0000\u0000\u0000\u0000mif1heic')])
  const sent = await shrinkPicture(new File([heic], 'IMG_1.HEIC'))
  expect([sent.type, sent.size]).toEqual(['image/heic', heic.length])
  const other = new File(['GIF89a'], 'a.gif', { type: 'image/gif' })
  expect(await shrinkPicture(other)).toBe(other)
})

it('A picture that becomes larger as JPEG is sent as JPEG all the same: the file says where it was taken', async () => {
  const photo = await drawing.clone().withExifMerge(place).webp({ quality: 1 }).toBuffer()
  expect(photo.includes('Phone')).toBe(true)
  // There is no decoder and no canvas under the tests.
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 60, height: 40, close: () => {} }))
  const made = [3, 2].map((times) => new Blob([new Uint8Array(times * photo.length)], { type: 'image/jpeg' }))
  const left = [...made]
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob')
  toBlob.mockImplementation((give) => give(left.shift() ?? null))
  try {
    expect(await shrinkPicture(new File([photo], 'a.webp', { type: 'image/webp' }))).toBe(made[1])
  } finally {
    toBlob.mockRestore()
    vi.unstubAllGlobals()
  }
})
