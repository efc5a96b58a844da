import { languages } from '@gatehouse/contract/envelope.ts'
import { testPushBrowser } from '@gatehouse/contract/features/push/push.ts'
import { errorText } from '@gatehouse/contract/texts/error-text.ts'
import { expect, it } from 'vitest'
import { namedProblems, type PushProblem, refusalOf } from './push-refusals.ts'

const problems: PushProblem[] = [...namedProblems, 'http-400', 'http-429', 'http-503']

it.each(problems)('a test notice that fails by %s says in each language what happened and what to do', (problem) => {
  const { code, details } = refusalOf(problem, 'push.example.com')
  expect(testPushBrowser.errors).toContain(code)
  for (const language of languages) {
    const text = errorText(code, language, details, 'ABSENT')
    expect(text).not.toContain(problem)
    expect(text).not.toMatch(/ABSENT|[{}]/)
    // The next step is a sentence of its own.
    expect(text.match(/[.。](\s|$|(?=[^.]))/gu)?.length).toBeGreaterThan(1)
  }
})

it('each problem has words of its own', () => {
  const codes = [...namedProblems, 'http-429' as const].map((problem) => refusalOf(problem, 'a').code)
  expect(new Set(codes).size).toBe(namedProblems.length + 1)
})
