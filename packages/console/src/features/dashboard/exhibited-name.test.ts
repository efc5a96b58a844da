import { expect, it } from 'vitest'
import { nameFor } from './exhibited-name.ts'

it.each([
  ['Oscar Ekström', 'Oscar'],
  ['蔡宇航', '宇航'],
  ['李娜', '娜'],
  ['欧阳明月', '明月'],
  ['Ada', 'Ada'],
])('a lobby shows the first name of %s as %s', (name, first) => {
  expect(nameFor(name, 'first')).toBe(first)
  expect(nameFor(name, 'full')).toBe(name)
  expect(nameFor(name, 'none')).toBeUndefined()
})
