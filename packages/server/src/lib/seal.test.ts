import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

describe('a sealed value', () => {
  const key = randomBytes(32)
  const sealed = seal(key, Buffer.from('face'), 'column a')

  it('a sealed value opens with its key and context', () => {
    expect(unseal(key, sealed, 'column a').toString()).toBe('face')
    expect(sealed.includes('face')).toBe(false)
  })

  it('a sealed value opens with no other key, in no other context, and not when a byte was changed', () => {
    expect(() => unseal(randomBytes(32), sealed, 'column a')).toThrow(/authenticate|tag|nonce/i)
    expect(() => unseal(key, sealed, 'column b')).toThrow(/authenticate|tag|nonce/i)
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(() => unseal(key, changed, 'column a')).toThrow(/authenticate|tag|nonce/i)
    }
  })

  it('a sealed value is different every time', () => {
    expect(seal(key, Buffer.from('face'), 'column a').equals(sealed)).toBe(false)
  })
})
