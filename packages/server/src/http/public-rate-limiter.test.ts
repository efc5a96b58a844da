import { describe, expect, it } from 'vitest'
import { createPublicRateLimiter } from './public-rate-limiter.ts'

const callTimes = (times: number, call: () => void) => {
  for (let time = 0; time < times; time++) call()
}

describe('calls without an account', () => {
  it('calls without an account are refused beyond 240 a minute from one address, until the minute is over', () => {
    let nowMs = 0
    const calls = createPublicRateLimiter(() => nowMs)
    callTimes(240, () => calls.consume('10.0.0.1'))
    nowMs = 20_000
    expect(() => calls.consume('10.0.0.1')).toThrow(
      expect.objectContaining({ code: 'request.too-many', details: { seconds: 40 } }),
    )
    calls.consume('10.0.0.2')
    nowMs = 60_000
    calls.consume('10.0.0.1')
  })

  it('calls from the addresses of one IPv6 network are counted together', () => {
    const calls = createPublicRateLimiter(() => 0)
    for (let host = 1; host <= 240; host++) calls.consume(`2001:db8::${host}`)
    expect(() => calls.consume('2001:db8::ffff')).toThrow(expect.objectContaining({ code: 'request.too-many' }))
    calls.consume('2001:db8:0:1::1')
  })

  it('calls with pictures and without an account have a narrower limit: 150 in ten minutes', () => {
    let nowMs = 0
    const calls = createPublicRateLimiter(() => nowMs)
    callTimes(150, () => calls.consumePicture('10.0.0.1'))
    nowMs = 61_000
    expect(() => calls.consumePicture('10.0.0.1')).toThrow(
      expect.objectContaining({ code: 'request.too-many', details: { seconds: 539 } }),
    )
    calls.consume('10.0.0.1')
  })

  it('a picture that a busy server puts off does not count, and gives no more than its window had', () => {
    let nowMs = 0
    const calls = createPublicRateLimiter(() => nowMs)
    calls.giveBackPicture('10.0.0.1')
    callTimes(150, () => calls.consumePicture('10.0.0.1'))
    calls.giveBackPicture('10.0.0.1')
    calls.consumePicture('10.0.0.1')
    expect(() => calls.consumePicture('10.0.0.1')).toThrow(expect.objectContaining({ code: 'request.too-many' }))
    nowMs = 600_000
    calls.consumePicture('10.0.0.1')
  })
})
