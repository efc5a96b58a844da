import { describe, expect, it } from 'vitest'
import { evaluatePass, type Pass } from './pass.ts'

const pass = (change: Partial<Pass> = {}): Pass => ({
  id: 'p',
  validFromMs: 1000,
  validToMs: 2000,
  maxUses: 2,
  usedCount: 0,
  isRevoked: false,
  ...change,
})

describe('a pass', () => {
  it.each<[string, Partial<Pass>, number | null, string]>([
    ['holds from its first millisecond', {}, 1000, 'pass-holds'],
    ['holds to the last before its end', {}, 1999, 'pass-holds'],
    ['has not begun before', {}, 999, 'pass-not-started'],
    ['is over at its end', {}, 2000, 'pass-over'],
    ['holds for the last of its uses', { usedCount: 1 }, 1500, 'pass-holds'],
    ['is used up after them', { usedCount: 2 }, 1500, 'pass-used-up'],
    ['without a number of uses is never used up', { maxUses: null, usedCount: 900 }, 1500, 'pass-holds'],
    ['that was revoked is refused as that, whatever the time', { isRevoked: true }, 5000, 'pass-revoked'],
    ['is refused where the clock was never set', {}, null, 'clock-unset'],
    ['with a broken period is refused', { validToMs: Number.NaN }, 1500, 'pass-over'],
  ])('%s', (_, change, atMs, code) => {
    expect(evaluatePass(pass(change), atMs).code).toBe(code)
  })
})
