import { describe, expect, it } from 'vitest'
import { readAnswer, readTimestamp, splitServer, writeQuestion, writeTimestamp } from './sntp.ts'

const nonce = Buffer.from('8 bytes!')
const sentMs = Date.UTC(2026, 10, 21, 8)

/** The answer of a server whose clock is `aheadMs` ahead to a packet that took `wayMs` each way. */
function answer({ aheadMs = 0, wayMs = 10, heldMs = 4 } = {}, change: (packet: Buffer) => void = () => {}) {
  const packet = Buffer.alloc(48)
  packet[0] = 0b00_100_100
  packet[1] = 2
  nonce.copy(packet, 24)
  writeTimestamp(packet, 32, sentMs + aheadMs + wayMs)
  writeTimestamp(packet, 40, sentMs + aheadMs + wayMs + heldMs)
  change(packet)
  return readAnswer(packet, { nonce, sentMs, receivedMs: sentMs + 2 * wayMs + heldMs })
}

describe('a question', () => {
  it('a question to a time server is version 4 of a client, and contains nothing but the nonce', () => {
    const packet = writeQuestion(nonce)
    expect(packet).toHaveLength(48)
    expect(packet[0]).toBe(0x23)
    expect(packet.subarray(1, 40).every((byte) => byte === 0)).toBe(true)
    expect(packet.subarray(40)).toEqual(nonce)
  })
})

describe('an answer', () => {
  it.each([0, 1, -1, 90_000, -3_600_000, 86_400_000 * 365])(
    'the offset of %d ms is computed, whatever the way and the work at the time server took',
    (aheadMs) => {
      for (const way of [
        { wayMs: 0, heldMs: 0 },
        { wayMs: 250, heldMs: 30 },
      ]) {
        const read = answer({ aheadMs, ...way })
        expect(read).toEqual({
          offsetMs: expect.closeTo(aheadMs, 2) as number,
          delayMs: expect.closeTo(way.wayMs * 2, 2) as number,
        })
      }
    },
  )

  it.each([
    ['to another question', (packet: Buffer) => packet.write('another!', 24)],
    ['that is a question itself', (packet: Buffer) => packet.writeUInt8(0x23, 0)],
  ])('an answer is skipped: %s', (_, change) => {
    expect(answer({}, change)).toBeUndefined()
  })

  it('an answer of a time server that is cut off is skipped', () => {
    expect(readAnswer(Buffer.alloc(47, 0x24), { nonce, sentMs, receivedMs: sentMs })).toBeUndefined()
  })

  it.each([
    ['a kiss of death', (packet: Buffer) => packet.writeUInt8(0, 1), 'refused'],
    ['a clock that was never set (leap)', (packet: Buffer) => packet.writeUInt8(0b11_100_100, 0), 'not-synchronised'],
    ['a clock that was never set (stratum)', (packet: Buffer) => packet.writeUInt8(16, 1), 'not-synchronised'],
    ['an answer without a time', (packet: Buffer) => packet.fill(0, 40), 'not-synchronised'],
  ])('a timestamp is no time: %s', (_, change, failure) => {
    expect(answer({}, change)).toEqual({ failure })
  })
})

describe('a timestamp', () => {
  it.each(['1999-12-31T23:59:59.500Z', '2036-02-07T06:28:15.999Z', '2036-02-07T06:28:16.250Z', '2090-01-01T00:00:00Z'])(
    'a timestamp is read as it was written, also after the seconds start again: %s',
    (text) => {
      const ms = Temporal.Instant.from(text).epochMilliseconds
      const packet = Buffer.alloc(8)
      writeTimestamp(packet, 0, ms)
      expect(readTimestamp(packet, 0)).toBeCloseTo(ms, 3)
    },
  )
})

it.each([
  ['pool.ntp.org', 'pool.ntp.org', 123],
  ['10.0.0.5:1123', '10.0.0.5', 1123],
  ['[fd00::5]', 'fd00::5', 123],
  ['[fd00::5]:1123', 'fd00::5', 1123],
])('the address %s is %s, port %d', (text, host, port) => {
  expect(splitServer(text)).toEqual({ host, port })
})
