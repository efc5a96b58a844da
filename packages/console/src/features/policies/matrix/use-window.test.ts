import { expect, it } from 'vitest'
import { partInView } from './use-window.ts'

it('[PASS-02] of a large matrix the part in view is drawn, with two beside it on each side', () => {
  expect(partInView(1_000, 50, 0, 500)).toEqual({ from: 0, to: 12 })
  expect(partInView(1_000, 50, 5_000, 500)).toEqual({ from: 98, to: 112 })
  expect(partInView(1_000, 50, 49_600, 500)).toEqual({ from: 990, to: 1_000 })
  expect(partInView(3, 50, -56, 500)).toEqual({ from: 0, to: 3 })
})
