import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { hmacSha256Hex, sha256 } from './sha256.ts'

it('a hash equals that of the platform, for every length around the block borders', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = new Uint8Array(randomBytes(length))
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

it('a signature equals that of the platform, with short and long keys and texts in any script', () => {
  for (const key of ['k', 'gatehouse-console', 'x'.repeat(64), 'y'.repeat(200)]) {
    const text = `AUTH-TIMESTAMP=1&AUTH-TOKEN=${key}認得每一位`
    expect(hmacSha256Hex(key, text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
  }
})
