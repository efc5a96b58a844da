import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findKeyTwice } from './read-json.ts'

it.each([
  ['{"kind":"spoof","kind":"staff","expected":0}', 'kind'],
  ['{"a":[{"b":1},{"b":1,"c":{"b":2},"b":3}]}', 'b'],
  [String.raw`{"kind":1,"\u006bind":2}`, 'kind'],
  [String.raw`{"a\"b" : 1 , "a\"b" : 2}`, 'a"b'],
  ['{"":1,"":2}', ''],
])('a duplicate key is found: %s', (text, key) => {
  expect(findKeyTwice(text)).toBe(key)
})

it('no duplicate is found in JSON without one, spread over lines or not', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
      expect(findKeyTwice(JSON.stringify(value, null, space))).toBeUndefined()
    }),
  )
})
