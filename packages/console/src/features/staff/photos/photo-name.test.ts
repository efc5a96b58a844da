import { describe, expect, test } from 'vitest'
import { namedPhoto } from './photo-name.ts'

describe('the name of a file proposes who is in the photograph', () => {
  test.each([
    ['Li Wei.jpg', 'Li Wei', ''],
    ['li_wei.jpeg', 'Li Wei', ''],
    ['10023_王伟.JPG', '王伟', '10023'],
    ['王伟10023.png', '王伟', '10023'],
    ['10023王伟.png', '王伟', '10023'],
    ['王伟-10023.png', '王伟', '10023'],
    ['R0002 Mina Castro.jpg', 'Mina Castro', 'R0002'],
    ['R0002-Mina Castro.jpg', 'Mina Castro', 'R0002'],
    ['Mina Castro R0002.webp', 'Mina Castro', 'R0002'],
    ['Castro, Mina.jpg', 'Mina Castro', ''],
    ['Anna-Lena Groß.jpg', 'Anna-Lena Groß', ''],
    ['anna-lena groß.jpg', 'Anna-Lena Groß', ''],
    ['Mina Castro (2).jpg', 'Mina Castro', ''],
    ['Mina Castro - Kopie.jpg', 'Mina Castro', ''],
    ['王伟 副本.jpg', '王伟', ''],
    ['13800130002.jpg', '', '13800130002'],
    ['10023.jpg', '', '10023'],
    ['O’Brien Ada.heic', 'O’Brien Ada', ''],
    ['Photographer Jones.jpg', 'Photographer Jones', ''],
    ['Jose\u0301 Nunes.jpg', 'José Nunes', ''],
  ])('%s', (file, name, number) => {
    expect(namedPhoto(file)).toEqual({ name, number })
  })

  test.each([
    'IMG_2041.jpg',
    'IMG-20260103-WA0007.jpg',
    'DSC00012.JPG',
    'DSCN0001.jpg',
    'PXL_20260103_101112345.jpg',
    'WhatsApp Image 2026-01-03 at 10.11.12.jpeg',
    'Screenshot 2026-01-03.png',
    '微信图片_20260103101112.jpg',
    '照片1.jpg',
    'mmexport1700000000000.jpg',
    'image (3).png',
    'photo.jpg',
    'FullSizeRender.jpg',
    '20260103_101112.jpg',
    '2026-01-03.jpg',
    '6f1c9a0e-7d44-4a51-9d0b-0d6c1b2f3a4e.jpg',
    'd41d8cd98f00b204e9800998ecf8427e.png',
  ])('%s names nobody', (file) => {
    expect(namedPhoto(file)).toEqual({ name: '', number: '' })
  })
})
