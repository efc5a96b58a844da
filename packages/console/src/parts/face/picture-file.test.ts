import { expect, it } from 'vitest'
import { isPictureFile } from './picture-file.ts'

it('A HEIC is a picture also for a browser that does not know its type', () => {
  expect(isPictureFile({ name: 'IMG_1.HEIC', type: '' })).toBe(true)
  expect(isPictureFile({ name: 'face', type: 'image/webp' })).toBe(true)
  expect(isPictureFile({ name: 'staff.xlsx', type: '' })).toBe(false)
})
