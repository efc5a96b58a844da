import { expect, it } from 'vitest'
import { cardPattern, cardSpelling } from './card-number.ts'

it.each([
  ['00a74711', '00A74711'],
  [' 00 A7 47 11 ', '00A74711'],
  ['00:a7:47:11', '00A74711'],
  ['００Ａ７４７１１', '00A74711'],
  ['00A7-4711', '00A7-4711'],
])('the number %s is read as the card %s, and that one as itself', (typed, spelled) => {
  expect(cardSpelling(typed)).toBe(spelled)
  expect(cardSpelling(spelled)).toBe(spelled)
  expect(cardPattern.test(spelled)).toBe(true)
})
