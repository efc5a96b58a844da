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
  ])('%j: %s', (text, problem) => expect(problemOf(line(10), text)).toBe(problem))

  it('is trimmed; what is required may not be only spaces; what is optional becomes null', () => {
    expect(line(10).parse('  a ')).toBe('a')
    expect(problemOf(requiredLine(10), '   ')).toBe('required')
    expect(optionalLine(10).parse('  ')).toBeNull()
    expect(lines(10).parse('a\nb')).toBe('a\nb')
  })

  it('is freed of what nobody sees and what turns its order around', () => {
    expect(line(10).parse('\u202aLi\u202e Wei\u200b')).toBe('Li Wei')
    expect(lines(20).parse('a\n\u2066b\u2069')).toBe('a\nb')
    expect(problemOf(requiredLine(10), '\ufeff \u2060')).toBe('required')
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
  ])('%s gives %s', (tag, language) => expect(languageOf(tag)).toBe(language))
})
