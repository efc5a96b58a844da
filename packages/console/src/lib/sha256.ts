// Round constants: the first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
const roundConstants = new Uint32Array(64)
const initialState = new Uint32Array(8)
for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  let isPrime = true
  for (let factor = 2; factor * factor <= candidate; factor += 1) if (candidate % factor === 0) isPrime = false
  if (!isPrime) continue
  const fraction = (root: number) => (root - Math.floor(root)) * 2 ** 32
  if (found < 8) initialState[found] = fraction(Math.sqrt(candidate))
  roundConstants[found] = fraction(Math.cbrt(candidate))
  found += 1
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))
/** Typed arrays answer `number | undefined` by type only: every index below is inside. */
const at = (words: Uint32Array, index: number) => words[index] ?? 0

/** The message with its padding: a 1 bit, zeros, and its length in bits as 64 bits (FIPS 180-4, 5.1.1). */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(((message.length + 8) >> 6) * 64 + 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(bytes.length - 4, message.length << 3)
  return view
}

function compress(state: Uint32Array, schedule: Uint32Array) {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let round = 0; round < 64; round += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + at(roundConstants, round) + at(schedule, round)) | 0
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word
}

/** SHA-256 (FIPS 180-4) of some bytes: 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message)
  const state = initialState.slice()
  const schedule = new Uint32Array(64)
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    for (let index = 0; index < 16; index += 1) schedule[index] = view.getUint32(offset + index * 4)
    for (let index = 16; index < 64; index += 1) {
      const near = at(schedule, index - 2)
      const far = at(schedule, index - 15)
      const sigma1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)
      const sigma0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)
      schedule[index] = at(schedule, index - 16) + sigma0 + at(schedule, index - 7) + sigma1
    }
    compress(state, schedule)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word)
  return new Uint8Array(digest.buffer)
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

/**
 * HMAC-SHA-256 (RFC 2104) as lower-case hex. WebCrypto's own stands only on secure pages, and a console on a company
 * network is often opened over plain http: one small pure implementation signs everywhere alike (REQ-03).
 */
export function hmacSha256Hex(key: string, text: string): string {
  const encoder = new TextEncoder()
  const given = encoder.encode(key)
  const block = new Uint8Array(64)
  block.set(given.length > 64 ? sha256(given) : given)
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      encoder.encode(text),
    ),
  )
  const outer = sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
  return [...outer].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
