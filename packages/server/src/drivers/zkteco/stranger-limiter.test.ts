import { expect, it } from 'vitest'
import { createStrangerLimiter } from './stranger-limiter.ts'

it('a network that invents serial numbers is stopped, those that it has shown before and other networks are not', () => {
  let now = 1
  const limiter = createStrangerLimiter(() => now)
  for (let n = 0; n < 600; n++) expect(limiter.mayAsk('10.0.0.1', `S${n}`)).toBe(true)
  expect(limiter.mayAsk('10.0.0.1', 'S600')).toBe(false)
  expect(limiter.mayAsk('10.0.0.1', 'S7')).toBe(true)
  expect(limiter.mayAsk('10.0.0.2', 'S600')).toBe(true)
  now += 60_001
  expect(limiter.mayAsk('10.0.0.1', 'S600')).toBe(true)
})

it('a waiting terminal renews its place a few times a minute', () => {
  const limiter = createStrangerLimiter(() => 1)
  const taken = Array.from({ length: 20 }, () => limiter.mayGreet('10.0.0.1', 'S1'))
  expect(taken.filter(Boolean)).toHaveLength(12)
})
