import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { findKeyTwice, readJson } from './read-json.ts'

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

it('A DELETE that names the type of a body, and has none, is read as one without a body; a POST is not', async () => {
  const fastify = Fastify()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, readJson(fastify))
  fastify.all('/', async () => 'read')
  const headers = { 'content-type': 'application/json' }
  const ask = async (method: 'DELETE' | 'POST') => (await fastify.inject({ method, url: '/', headers })).statusCode
  expect([await ask('DELETE'), await ask('POST')]).toEqual([200, 400])
  await fastify.close()
})
