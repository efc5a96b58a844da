import type { z } from 'zod'
import type { Language } from '../envelope.ts'
import { labelOfPath } from './field-labels.ts'
import { type Problem, problemsEn, problemsZh, problemsZhTw } from './problems.ts'

const texts: Record<Language, Record<Problem, string>> = { en: problemsEn, zh: problemsZh, 'zh-tw': problemsZhTw }

/** One problem of a request: its place, its name, and the values for its sentence. */
export type RequestIssue = { path: string; problem: string; min?: number; max?: number; values?: string }

/**
 * The problem as it is answered: `problem` is a sentence, `label` the field's label; `path` and `code` are for
 * programs.
 */
export type ToldIssue = { path: string; label: string; code: string; problem: string }

const isNamed = (problem: string): problem is Problem => Object.hasOwn(problemsEn, problem)

/** The problem in a language. A problem without words is "not valid". */
export function told({ path, problem, ...limits }: RequestIssue, language: Language): ToldIssue {
  const text = texts[language][isNamed(problem) ? problem : 'invalid']
  const filled = text.replaceAll(/\{(min|max|values)\}/g, (_, name: 'min' | 'max' | 'values') =>
    String(limits[name] ?? ''),
  )
  return { path, label: labelOfPath(path, language), code: problem, problem: filled }
}

/** Names of kinds, by Zod's. */
const kinds: Partial<Record<string, Problem>> = {
  string: 'no-text',
  number: 'no-number',
  int: 'no-whole-number',
  boolean: 'no-switch',
  array: 'no-list',
  tuple: 'no-list',
  object: 'no-object',
  record: 'no-object',
}
const formats: Partial<Record<string, Problem>> = {
  uuid: 'no-id',
  date: 'date-form',
  datetime: 'no-instant',
  email: 'email-form',
  url: 'url-form',
}
/** The number of allowed values that are named. */
const maxValues = 12

/**
 * Zod's issues under our own names: its own sentences are English only. The schema's own name of a problem
 * ('phone-form') comes first. `input` has to be in it (`reportInput`): an absent value is not a wrong one.
 */
export function requestIssue(issue: z.core.$ZodIssue): RequestIssue {
  const path = issue.path.map(String).join('.')
  const max: unknown = issue.code === 'custom' ? issue.params?.['max'] : undefined
  if (/^[a-z]+(-[a-z]+)*$/.test(issue.message))
    return { path, problem: issue.message, ...(typeof max === 'number' ? { max } : {}) }
  if (issue.input === undefined && issue.code.startsWith('invalid_')) return { path, problem: 'required' }
  switch (issue.code) {
    case 'invalid_type':
      return { path, problem: kinds[issue.expected] ?? 'invalid' }
    case 'invalid_format':
      return { path, problem: formats[issue.format] ?? 'invalid' }
    case 'invalid_value':
      return { path, problem: 'one-of', values: issue.values.slice(0, maxValues).map(String).join(', ') }
    case 'too_small': {
      const min = Number(issue.minimum)
      if (issue.origin === 'string')
        return min === 1 ? { path, problem: 'required' } : { path, problem: 'too-short', min }
      if (issue.origin === 'array') return min === 1 ? { path, problem: 'required' } : { path, problem: 'too-few' }
      return { path, problem: 'too-small', min }
    }
    case 'too_big': {
      const max = Number(issue.maximum)
      if (issue.origin === 'string') return { path, problem: 'too-long', max }
      return issue.origin === 'array' ? { path, problem: 'too-many' } : { path, problem: 'too-great', max }
    }
    default:
      return { path, problem: 'invalid' }
  }
}
