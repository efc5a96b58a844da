/** The encodings of these terminals: attendance terminals that are set to Chinese send and expect names in the second. */
export type Charset = 'utf-8' | 'gb18030'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const chinese = new TextDecoder('gb18030')

const strictChinese = new TextDecoder('gb18030', { fatal: true })

/** The text of a body. `charset` is null where the bytes do not tell: plain ASCII is the same in both, and damage is neither. */
export function decodeText(bytes: Uint8Array): { text: string; charset: Charset | null } {
  const whole = readStrictly(strictUtf8, bytes)
  if (whole !== undefined) return { text: whole, charset: whole.length === bytes.length ? null : 'utf-8' }
  const kept = withoutCutEnds(bytes)
  const text = readStrictly(strictUtf8, kept)
  const isChinese = readStrictly(strictChinese, bytes) !== undefined
  // A pair of bytes alone may be one Chinese character, or two thirds of one: only whole characters beside it tell which.
  const hasOthers = text !== undefined && text.length < kept.length
  if (text !== undefined && (hasOthers || !isChinese)) return { text, charset: hasOthers ? 'utf-8' : null }
  return { text: chinese.decode(bytes), charset: isChinese ? 'gb18030' : null }
}

function readStrictly(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** A field of a terminal holds so many bytes: a longer name ends in the middle of a character. */
const cutEnd = /(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})(?=[\t\r\n]|$)/g
const withoutCutEnds = (bytes: Uint8Array): Buffer =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(cutEnd, ''), 'latin1')

let pairs: ReadonlyMap<string, number> | undefined

/** The two-byte characters, by reading every pair: the runtime has a decoder and no encoder. Made at the first Chinese terminal. */
function readPairs(): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const pair = new Uint8Array(2)
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue
      pair[0] = lead
      pair[1] = trail
      const character = chinese.decode(pair)
      if (character !== '\ufffd' && !found.has(character)) found.set(character, lead * 256 + trail)
    }
  return found
}

/** The bytes of a text; of a character that the encoding lacks, a question mark. */
export function encodeText(text: string, charset: Charset): Buffer {
  if (charset === 'utf-8') return Buffer.from(text)
  pairs ??= readPairs()
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const pair = pairs.get(character)
    if (code < 0x80) bytes.push(code)
    else if (pair === undefined) bytes.push(0x3f)
    else bytes.push(pair >> 8, pair & 255)
  }
  return Buffer.from(bytes)
}
