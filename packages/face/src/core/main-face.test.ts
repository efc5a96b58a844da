import { expect, it } from 'vitest'
import { mainFirst } from './main-face.ts'

const picture = { width: 640, height: 480 }
const faceAt = (x: number, y: number, height: number) => ({
  box: { left: x - height / 2, right: x + height / 2, top: y - height / 2, bottom: y + height / 2 },
})

it('[D9] the main face of a picture is the one in the middle, though somebody at the edge is a little taller', () => {
  const [middle, edge] = [faceAt(330, 250, 100), faceAt(80, 200, 120)]
  expect(mainFirst([edge, middle], picture)).toEqual([middle, edge])
})

it('the main face of a picture is the near one, though somebody small stands in the middle behind it', () => {
  const [near, far] = [faceAt(200, 240, 160), faceAt(320, 240, 60)]
  expect(mainFirst([far, near], picture)).toEqual([near, far])
})
