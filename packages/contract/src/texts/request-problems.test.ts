import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from '../routes.ts'
import { fieldLabel, labelOfPath } from './field-labels.ts'
import { requestIssue, told } from './request-problems.ts'

/** Names of the fields of a JSON schema, at any depth. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(fieldsIn)]
}

const fields = new Set(
  [...apiRoutes].flatMap(([, route]) =>
    [route.params, route.query, route.body].flatMap((part) =>
      fieldsIn(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })),
    ),
  ),
)

describe('[ERR-03] the fields of requests', () => {
  it.each([...fields])('the field %s has a name in every language', (field) => {
    for (const language of ['en', 'zh', 'zh-tw'] as const) expect(fieldLabel(field, language)).toBeTruthy()
    for (const language of ['zh', 'zh-tw'] as const) expect(fieldLabel(field, language)).toMatch(/\p{Script=Han}/u)
  })

  it('a field of a list is named with its position, and a key of a record by the record', () => {
    expect(labelOfPath('holidays.2.on', 'en')).toBe('Holidays 3, Date')
    expect(labelOfPath('recipients.0', 'zh')).toBe('收件人 1')
    expect(labelOfPath('', 'en')).toBe('Content')
    expect(labelOfPath('values.toString', 'en')).toBe('Values')
    expect(labelOfPath('toString', 'en')).toBe('toString')
  })
})

const problems: [string, z.ZodType, unknown, string][] = [
  ['an absent value', z.object({ a: z.string() }), {}, '请填写此项。'],
  ['an absent choice', z.object({ a: z.enum(['x']) }), {}, '请填写此项。'],
  ['a wrong kind', z.object({ a: z.int() }), { a: 'x' }, '应为数字。'],
  ['a fraction', z.object({ a: z.int() }), { a: 1.5 }, '应为整数。'],
  ['a number that is too great', z.object({ a: z.int().max(9) }), { a: 10 }, '不能大于 9。'],
  ['a text that is too long', z.object({ a: z.string().max(2) }), { a: 'abc' }, '最多 2 个字符。'],
  ['no id', z.object({ a: z.uuid() }), { a: 'abc' }, '编号不正确。'],
  ['none of the values', z.object({ a: z.enum(['x', 'y']) }), { a: 'z' }, '只能是以下之一：x, y。'],
  ['none of the alternatives', z.object({ a: z.union([z.int(), z.null()]) }), { a: 'z' }, '内容无效。'],
]
it.each(problems)('[ERR-03] the problem %s has a text in Chinese', (_, schema, value, words) => {
  const [issue] = schema.safeParse(value, { reportInput: true }).error?.issues ?? []
  expect(issue && told(requestIssue(issue), 'zh').problem).toBe(words)
})
