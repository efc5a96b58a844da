import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run-task.ts'

/** The folders whose comments and titles of tests are checked. */
const folders = [
  'packages/{bench,console,contract,demo,e2e,engine,face,server,terminal,testkit}/{src,test}/**/*.{ts,tsx}',
  'scripts/*.{ts,mjs}',
] as const

/** Words that a reader has to guess, with the usual ones. */
const unusual: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\bso long\b(?! ago\b)/i, 'as long, for this time'],
  [/\bwholly\b/i, 'completely'],
  [/\banew\b/i, 'again'],
  [/\bany more\b(?! \w+ than\b)/i, 'no longer'],
  [/\b(whoever|whomever)\b/i, 'a person who, a caller that'],
  [/\bdeeds?\b/i, 'action'],
  [/\bnews\b/i, 'change, hint'],
  [/\b(came|comes) (of|to nothing)\b/i, 'result, fail'],
  [/\bnobody[’']s\b(?! \w)/i, 'of nobody, unused'],
  [/\bof its own accord\b/i, 'automatically'],
  [/\blets? (him|her|them|somebody|nobody|everybody|people) in\b|\b(is|are|was|were) let in\b/i, 'admit, pass'],
  [/\b(is|are|was|were) away\b/i, 'unavailable, offline'],
]

/** A relative clause in the place of a subject: at the start of a sentence of a comment, or of a title. */
const startsWithClause =
  /(?:^|[.:] )(?:What|Who|Whom|Whose|Where) [a-z`][^?.]*(?:\.|$)|^(?:\[[A-Z]+-\d+\] )*(?:what|who|whom|whose|where) [^?]*$/

type Text = { file: string; line: number; text: string }

/** The comments of a file that fill whole lines, each as one text; a line before code ends it. */
function commentsOf(file: string, source: string): Text[] {
  const found: Text[] = []
  for (const [index, line] of source.split('\n').entries()) {
    const [, text] = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*?)\s*(?:\*\/)?$/.exec(line) ?? []
    const last = found.at(-1)
    if (text === undefined) found.push({ file, line: index + 2, text: '' })
    else if (last && last.text !== '' && text !== '' && !/^\s*\/[/*]\*? [A-Z`]/.test(line)) last.text += ` ${text}`
    else found.push({ file, line: index + 1, text })
  }
  return found.filter(({ text }) => text !== '')
}

const titleCall = /\b(?:it|describe|test)(?:\.\w+)*\((?:'([^'\n]+)'|`([^`\n]+)`)|\]\)\('([^'\n]+)',/g

const titlesOf = (file: string, source: string): Text[] =>
  [...source.matchAll(titleCall)].map((match) => ({
    file,
    line: source.slice(0, match.index).split('\n').length,
    text: match[1] ?? match[2] ?? match[3] ?? '',
  }))

function problemsOf({ file, line, text }: Text): string[] {
  const place = `${file}:${line} ${text.slice(0, 80)}`
  const plain = text.replaceAll(/`[^`]*`/g, '')
  return [
    ...(startsWithClause.test(text) ? [`${place}: a sentence without a subject`] : []),
    ...unusual.filter(([pattern]) => pattern.test(plain)).map(([, better]) => `${place}: say "${better}"`),
  ]
}

const sources = globSync(folders, { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)

it('comments begin with a subject and use the usual words', () => {
  expect(sources.length).toBeGreaterThan(900)
  expect(sources.flatMap(([file, source]) => commentsOf(file, source).flatMap(problemsOf))).toEqual([])
})

it('titles of tests begin with a subject and use the usual words', () => {
  const tests = sources.filter(([file]) => /\.(test|spec)\.tsx?$/.test(file))
  expect(tests.flatMap(([file, source]) => titlesOf(file, source).flatMap(problemsOf))).toEqual([])
})
