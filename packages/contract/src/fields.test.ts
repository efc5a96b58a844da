import { describe, expect, it } from 'vitest'
import { languageOf } from './envelope.ts'
import { line, lines, optionalLine, requiredLine } from './fields.ts'

const problemOf = (schema: ReturnType<typeof line>, text: string) => schema.safeParse(text).error?.issues[0]?.message

describe('text that a person typed', () => {
  it.each([
    ['  Li Wei  ', undefined],
    ['😀'.repeat(10), undefined],
    ['😀'.repeat(11), 'too-long'],
    ['a\u0000b', 'not-storable'],
    ['a\ud800b', 'not-storable'],
    ['a\nb', 'control-character'],
  ])('the text %j has the problem: %s', (text, problem) => expect(problemOf(line(10), text)).toBe(problem))

  it('a text is trimmed; a required one may not be only spaces, an optional one becomes null', () => {
    expect(line(10).parse('  a ')).toBe('a')
    expect(problemOf(requiredLine(10), '   ')).toBe('required')
    expect(optionalLine(10).parse('  ')).toBeNull()
    expect(lines(10).parse('a\nb')).toBe('a\nb')
  })

  it('a text loses characters that are invisible or turn its direction around', () => {
    expect(line(10).parse('\u202aLi\u202e Wei\u200b')).toBe('Li Wei')
    expect(lines(20).parse('a\n\u2066b\u2069')).toBe('a\nb')
    expect(problemOf(requiredLine(10), '\ufeff \u2060')).toBe('required')
  })
})

describe('names that nobody can see', () => {
  it.each([
    ['a filler of Korean', '\u3164'],
    ['a narrow filler', '\uffa0'],
    ['tags', '\u{e0041}\u{e007f}'],
    ['a soft hyphen', '\u00ad'],
    ['a mark of direction', '\u200e'],
    ['a joiner alone', '\u200d'],
    ['a variation of nothing', '\ufe0f'],
  ])('the character %s is nothing by itself, and nothing in a name', (_, text) => {
    expect(problemOf(requiredLine(20), text)).toBe('required')
    expect(line(20).parse(`Li${text}Wei`)).toBe('LiWei')
  })

  it.each([
    ['no character', '\ufffe'],
    ['no character of another plane', '\u{1ffff}'],
    ['the end of a line of old', '\u0085'],
    ['a control of C1', '\u009b'],
    ['the end of a paragraph', '\u2029'],
  ])('a name with the character %s in the middle is refused', (_, text) =>
    expect(problemOf(line(20), `Li${text}Wei`)).toBe('control-character'),
  )

  it.each(['👩‍🔬 Labor', '❤️', '1️⃣ Tor', 'می‌خواهم', 'क्‍ष', '葛󠄀城', '邊︀', '李 伟', "O'Neil-Ångström"])(
    'the name %s stays as it was typed',
    (text) => {
      expect(line(20).parse(text)).toBe(text)
      expect(lines(20).parse(text)).toBe(text)
    },
  )

  it('a joiner is dropped after letters that are never joined', () => {
    expect(line(20).parse('李\u200d伟\u200c 7\u200d')).toBe('李伟 7')
  })

  it('remarks keep their lines, and lose code points that are no characters', () => {
    expect(lines(20).parse('a\n\tb\u3164')).toBe('a\n\tb')
    expect(problemOf(lines(20), 'a\ufffeb')).toBe('control-character')
  })
})

describe('[LAY-08] the language of a browser', () => {
  it.each([
    ['zh-CN', 'zh'],
    ['zh-HK', 'zh'],
    ['zh', 'zh'],
    ['zh-TW', 'zh-tw'],
    ['ZH-TW', 'zh-tw'],
    ['en-GB', 'en'],
    ['fr', 'en'],
    ['', 'en'],
  ])('the browser language %s gives %s', (tag, language) => expect(languageOf(tag)).toBe(language))
})
