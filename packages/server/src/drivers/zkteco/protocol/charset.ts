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
  if (whole !== undefined && isChineseAfterAll(bytes, whole, known, false))
    return { text: chinese.decode(bytes), charset: 'gb18030' }
  if (whole !== undefined) return { text: whole, charset: whole.length === bytes.length ? null : 'utf-8' }
  const kept = withoutCutEnds(bytes)
  const text = readStrictly(strictUtf8, kept)
  const isChinese = readStrictly(strictChinese, bytes) !== undefined
  // A pair of bytes alone may be one Chinese character, or two thirds of one: only whole characters beside it tell which.
  const hasOthers = text !== undefined && text.length < kept.length
  if (text !== undefined && isChineseAfterAll(bytes, text, known, true))
    return { text: chinese.decode(bytes), charset: 'gb18030' }
  if (text !== undefined && (hasOthers || !isChinese)) return { text, charset: hasOthers ? 'utf-8' : null }
  const found = traditionalIn(bytes) + leanings[known ?? 'utf-8'] > 0 && readStrictly(strictTraditional, bytes)
  if (typeof found === 'string') return { text: found, charset: 'big5' }
  return { text: chinese.decode(bytes), charset: isChinese ? 'gb18030' : null }
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Armenian'].map(
  (script) => new RegExp(String.raw`^[\x00-\x7f\p{Script=${script}}\u0300-\u031f]*$`, 'u'),
)

/** Words that are not of plain letters alone, byte by byte. */
const words = /[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*/g

/**
 * Names of GB2312 may be letters of several scripts in UTF-8, two bytes each: one that begins with a surname there, and is no word of one
 * script here, is a name, unless another is a word here and no name there. A terminal that writes GB18030 is believed also where they are words.
 */
function isChineseAfterAll(bytes: Uint8Array, text: string, known: Charset | undefined, isCut: boolean): boolean {
  if (text.length === bytes.length || /[\u0800-\uffff]/.test(text)) return false
  if (readStrictly(strictChinese, bytes) === undefined) return false
  const all = (Buffer.from(bytes).toString('latin1').match(words) ?? []).map((word) => {
    const own = Buffer.from(word, 'latin1')
    return {
      isName: simplifiedSurnames.has(chinese.decode(own.subarray(0, 2))),
      isWord: scripts.some((script) => script.test(own.toString())),
    }
  })
  if (isCut || known === 'gb18030') return all[0]?.isName === true && !all.some(isOther)
  return all.some(({ isName, isWord }) => isName && !isWord) && !all.some(isOther)
}
const isOther = ({ isName, isWord }: { isName: boolean; isWord: boolean }) => isWord && !isName

/** The encoding of before counts, and less than a name that begins as names do. */
const leanings: Readonly<Record<Charset, number>> = { big5: 4, gb18030: -4, 'utf-8': -1 }

/** The surnames of nearly everybody, as they are written in either encoding. */
const traditionalSurnames = new Set(
  '陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余趙盧梁顏柯孫魏翁戴范方宋鄧杜傅侯曹薛丁卓馬阮董唐溫藍石蔣歐紀姚連古倪程湯田康姜汪白鄒尤巫鐘黎涂龔嚴韓袁金童陸夏柳邵錢伍倪溫于譚駱熊任甘秦顧毛章史官萬俞雷粘饒張闕凌崔尹孔武辛陶易段龍韋葛池孟褚殷麥賀賈莫關麥區',
)
const simplifiedSurnames = new Set(
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐沿梅莫庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍位覃霍翁隋植甘景薄单包司柏宁柯阮桂闵解强柴华车冉房边',
)
const surnameWeight = 5.5

/**
 * The pairs of bytes are names in Big5 and not in GBK with this likelihood, a sum of logarithms. Both write their common characters and their
 * rare ones in places of their own. A common character of Big5 with a low second byte is one of the rarest of GBK; the rare ones of Big5,
 * which stand in many names all the same, have the places of some of the common ones of GB2312. The first
 * character of a name tells more: it is a surname in one of them.
 */
function traditionalIn(bytes: Uint8Array): number {
  let sum = 0
  let isWithin = false
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    const isFirst = !isWithin
    isWithin = lead >= 0x80
    if (!isWithin) continue
    const isCommon = lead >= 0xa4 && lead <= 0xc6
    if (!isCommon && (lead < 0xc9 || lead > 0xf9)) return -Infinity
    const trail = bytes[at + 1] ?? 0
    // A name that was cut ends with half a character.
    if (trail < 0x40) continue
    if (isFirst) sum += surnameWeight * leanOf(bytes.subarray(at, at + 2))
    if (trail < 0x80) sum += isCommon ? 5.5 : 2.5
    // There are no Chinese characters of GB2312.
    else if (lead < 0xb0) sum += 4
    else sum -= isCommon || lead > 0xd7 ? 0.4 : 3.3
    at++
  }
  return sum
}

/** 1: a surname in Big5 alone; -1: in GB18030 alone. */
const leanOf = (pair: Uint8Array): number =>
  Number(traditionalSurnames.has(traditional.decode(pair))) - Number(simplifiedSurnames.has(chinese.decode(pair)))

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
