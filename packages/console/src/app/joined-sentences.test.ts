import { expect, it } from 'vitest'

/*
 * A blank between two texts is a gap after a Chinese stop, which is as wide as a letter: sentences are joined by `sentences` (i18n/sentences.ts).
 */

const chinese = import.meta.glob<Record<string, unknown>>(
  ['../i18n/zh/*.ts', '../{features,parts}/**/texts/zh.ts', '../{features,parts}/**/texts/zh/*.ts'],
  { eager: true },
)
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/texts/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

const isSentence = (text: string) => /[。！？]$/.test(text)
/** The ways to texts that end with a stop, without the area: `faceThreshold.seen`. */
const ways = new Set(Object.values(chinese).flatMap((file) => Object.values(file).flatMap((tree) => sentencesIn(tree))))

function sentencesIn(tree: unknown, way = ''): string[] {
  if (typeof tree === 'string') return isSentence(tree) ? [way.replace(/_(one|other)$/, '')] : []
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) => sentencesIn(value, way ? `${way}.${key}` : key))
}

/** Whether this code, of a call or of a list, says a text that ends with a stop. */
function saysSentence(code: string): boolean {
  const keys = [...code.matchAll(/['"`]\w+:([\w.]+)(\$\{)?/g)].map(([, way = '', isOpen]) => ({ way, isOpen }))
  const ofPhones = [...code.matchAll(/\bt\.([\w.]+)/g)].map(([, way = '']) => ({ way, isOpen: undefined }))
  return [...keys, ...ofPhones].some(({ way, isOpen }) =>
    isOpen ? [...ways].some((one) => one.startsWith(way)) : ways.has(way),
  )
}

const closing: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }

/** Where the bracket that opens at `from` closes. */
function endOf(code: string, from: number): number {
  const open: string[] = []
  for (let at = from; at < code.length; at++) {
    const char = code[at] ?? ''
    if (char in closing) open.push(closing[char] ?? '')
    else if (char === open.at(-1) && open.pop() && open.length === 0) return at
  }
  return code.length
}

/** A text in braces, of JSX or of a template, with a blank and another text behind it. */
const followed = /^\}(?:\{' '\}\s*|[ ]+)(?=\{(?!' '|\/\*)|\$\{|[^\s<{}`'"&·|:?])/

function gapsIn(code: string): string[] {
  const inBraces = [...code.matchAll(/\{\s*(t(?:\.[\w.]+|(?=\()))/g)].flatMap(({ 0: whole, 1: call = '', index }) => {
    const start = index + whole.length
    const end = call === 't' ? endOf(code, start) + 1 : start
    const rest = code.slice(end).replace(/^\s+(?=\})/, '')
    const said = code.slice(index, end)
    return followed.test(rest) && saysSentence(said) ? [said] : []
  })
  const joined = [...code.matchAll(/\.join\(' '\)/g)].flatMap(({ index }) => {
    const [said = ''] = /(?:[^;]|;(?!\n))*$/.exec(code.slice(Math.max(0, index - 300), index)) ?? []
    const statement = said.slice(said.lastIndexOf('\n\n') + 1)
    return /[sS]entences\([^)]*\)$/.test(said) || saysSentence(statement) ? [`${statement.slice(-80)}.join(' ')`] : []
  })
  return [...inBraces, ...joined]
}

it('sentences are found that would stand with a gap', () => {
  const [way = ''] = ways
  const t = `t('area:${way}')`
  for (const code of [
    `<p>{${t}} {rate}</p>`,
    `<p>{${t}}{' '}\n  {${t}}</p>`,
    `\`\${${t}} \${rate}\``,
    `[${t}, rate].join(' ')`,
    `doorSentences(door, { t }).join(' ')`,
    `<p>{t.${way}} {rate}</p>`,
  ])
    expect(gapsIn(code), code).toHaveLength(1)
  for (const code of [
    `<p>{sentences(${t}, rate)}</p>`,
    `<p>{${t}}{' '}<Link /></p>`,
    `<p>{t('area:no.such')} {rate}</p>`,
  ])
    expect(gapsIn(code), code).toEqual([])
})

it('no sentence has a blank before the next one', () => {
  expect(Object.entries(sources).flatMap(([file, code]) => gapsIn(code).map((gap) => [file, gap]))).toEqual([])
})
