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
/** The keys of texts that end with a stop: `devices:faceThreshold.seen`. */
const keys = new Set(
  Object.values(chinese).flatMap((file) =>
    Object.entries(file).flatMap(([area, tree]) => sentencesIn(tree, `${area}:`)),
  ),
)
/** Pages for phones name no area, and some have a part of one at hand. */
const ways = [...keys].map((key) => key.slice(key.indexOf(':') + 1))

function sentencesIn(tree: unknown, way: string): string[] {
  if (typeof tree === 'string') return isSentence(tree) ? [way.replace(/_(one|other)$/, '')] : []
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) =>
    sentencesIn(value, way.endsWith(':') ? way + key : `${way}.${key}`),
  )
}

/** Whether this code, of a call or of a list, says a text that ends with a stop. */
function saysSentence(code: string): boolean {
  const said = [...code.matchAll(/['"`](\w+:[\w.]+)(\$\{)?/g)]
  const ofPhones = [...code.matchAll(/\bt\.([\w.]+)/g)]
  return (
    said.some(([, key = '', isOpen]) => (isOpen ? [...keys].some((one) => one.startsWith(key)) : keys.has(key))) ||
    ofPhones.some(([, way = '']) => ways.some((one) => one === way || one.endsWith(`.${way}`)))
  )
}

const closing: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }

/** The place at which the bracket that opens at `from` closes. */
function endOf(code: string, from: number): number {
  const open: string[] = []
  for (let at = from; at < code.length; at++) {
    const char = code[at] ?? ''
    if (char in closing) open.push(closing[char] ?? '')
    else if (char === open.at(-1) && open.pop() && open.length === 0) return at
  }
  return code.length
}

/** The beginning of the expression that ends before `to`: names, calls and lists in a chain. */
function startOf(code: string, to: number): number {
  let at = to
  for (;;) {
    const char = code[at - 1] ?? ''
    if (/[)\]}]/.test(char)) {
      let open = at - 2
      while (open > 0 && !(code[open]! in closing && endOf(code, open) === at - 1)) open--
      at = open
    } else if (/[\w.$?!]/.test(char) || (/\s/.test(char) && /^\s*\./.test(code.slice(at - 1, at + 40)))) at--
    else return at
    if (at <= 0) return 0
  }
}

/** A text in braces, of JSX or of a template, with a blank and something else behind it. */
const followed = /^\}(?:\{' '\}\s*|[ ]+)(?=\{(?!' '|\/\*)|\$\{|[^\s<{}`'"&·|:?])/

function gapsIn(code: string): string[] {
  const inBraces = [...code.matchAll(/(?<!=)\{\s*(t(?:\.[\w.]+|(?=\()))/g)].flatMap(({ 0: whole, 1: call, index }) => {
    const start = index + whole.length
    const end = call === 't' ? endOf(code, start) + 1 : start
    const rest = code.slice(end).replace(/^\s+(?=\})/, '')
    const said = code.slice(index, end)
    const [blank] = followed.exec(rest) ?? []
    if (blank === undefined || !saysSentence(said)) return []
    const next = rest.slice(blank.length)
    // A link or a button stands apart from the sentence before it.
    return next.startsWith('{') && /<[A-Z]/.test(next.slice(0, endOf(next, 0))) ? [] : [said]
  })
  const joined = [...code.matchAll(/\.join\(' '\)/g)].flatMap(({ index }) => {
    const said = code.slice(startOf(code, index), index)
    return /[sS]entences\(/.test(said) || saysSentence(said) ? [`${said.slice(-80)}.join(' ')`] : []
  })
  return [...inBraces, ...joined]
}

it('sentences are found that would stand with a gap', () => {
  const key = 'devices:faceThreshold.seen'
  const way = 'faceThreshold.seen'
  const t = `t('${key}')`
  for (const code of [
    `<p>{${t}} {rate}</p>`,
    `<p>{${t}}{' '}\n  {${t}}</p>`,
    `\`\${${t}} \${rate}\``,
    `[${t}, rate].join(' ')`,
    `doorSentences(door, { t }).join(' ')`,
    `[\n  isSo && ${t},\n  rate,\n]\n  .filter(Boolean)\n  .join(' ')`,
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
