/** The encodings of these terminals: those that are set to Chinese send and expect names in one of the others. */
const charsets = ['utf-8', 'gb18030', 'big5'] as const
export type Charset = (typeof charsets)[number]
export const charsetOf = (word: string): Charset => charsets.find((one) => one === word) ?? 'utf-8'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const chinese = new TextDecoder('gb18030')
const strictChinese = new TextDecoder('gb18030', { fatal: true })
const traditional = new TextDecoder('big5')
const strictTraditional = new TextDecoder('big5', { fatal: true })

/**
 * The text of a body. `charset` is null where the bytes do not tell: plain ASCII is the same in all, and damage is none. `known`: the encoding of
 * the terminal so far, where its bytes are words in two of them.
 */
export function decodeText(bytes: Uint8Array, known?: Charset): { text: string; charset: Charset | null } {
  const whole = readStrictly(strictUtf8, bytes)
  if (whole !== undefined) return { text: whole, charset: whole.length === bytes.length ? null : 'utf-8' }
  const kept = withoutCutEnds(bytes)
  const text = readStrictly(strictUtf8, kept)
  const isChinese = readStrictly(strictChinese, bytes) !== undefined
  // A pair of bytes alone may be one Chinese character, or two thirds of one: only whole characters beside it tell which.
  const hasOthers = text !== undefined && text.length < kept.length
  if (text !== undefined && (hasOthers || !isChinese)) return { text, charset: hasOthers ? 'utf-8' : null }
  const leaning = known === 'big5' ? 10 : -3
  const found = traditionalIn(bytes) + leaning > 0 && readStrictly(strictTraditional, bytes)
  if (typeof found === 'string') return { text: found, charset: 'big5' }
  return { text: chinese.decode(bytes), charset: isChinese ? 'gb18030' : null }
}

/**
 * How much more likely pairs of bytes are names in Big5 than in GBK, as a sum of logarithms: both write their common characters and their
 * rare ones in places of their own. A common character of Big5 with a low second byte is one of the rarest of GBK; the rare ones of Big5,
 * which stand in many names all the same, have the places of some of the common ones of GB2312.
 */
function traditionalIn(bytes: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const isCommon = lead >= 0xa4 && lead <= 0xc6
    if (!isCommon && (lead < 0xc9 || lead > 0xf9)) return -Infinity
    const trail = bytes[at + 1] ?? 0
    // A name that was cut ends with half a character.
    if (trail < 0x40) continue
    if (trail < 0x80) sum += isCommon ? 5.5 : 2.5
    else sum -= isCommon || lead > 0xd7 ? 0.4 : 3.3
    at++
  }
  return sum
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

const pairsOf = new Map<Charset, ReadonlyMap<string, number>>()

/** The two-byte characters, by reading every pair: the runtime has a decoder and no encoder. Made at the first terminal that needs them. */
function readPairs(charset: Exclude<Charset, 'utf-8'>): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const pair = new Uint8Array(2)
  const [decoder, first] = charset === 'big5' ? [traditional, 0xa1] : [chinese, 0x81]
  for (let lead = first; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue
      pair[0] = lead
      pair[1] = trail
      const character = decoder.decode(pair)
      if (!character.includes('\ufffd') && [...character].length === 1 && !found.has(character))
        found.set(character, lead * 256 + trail)
    }
  return found
}

/** The bytes of a text; of a character that the encoding lacks, a question mark. */
export function encodeText(text: string, charset: Charset): Buffer {
  if (charset === 'utf-8') return Buffer.from(text)
  const pairs = pairsOf.get(charset) ?? readPairs(charset)
  pairsOf.set(charset, pairs)
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
