import type { z } from 'zod'
import type { Areas } from '../../i18n/areas.ts'
import { fillText } from '../../i18n/phone-texts.ts'
import type { SameShape } from '../../i18n/same-shape.ts'

/** The problem of a field by the contract's own rule, as text; undefined when it is valid. */
export function phoneProblem(schema: z.ZodType, value: string, t: SameShape<Areas['phone']>): string | undefined {
  const issue = schema.safeParse(value).error?.issues[0]
  if (!issue) return undefined
  const max: unknown = issue.code === 'custom' ? issue.params?.['max'] : undefined
  if (issue.message === 'too-long') return fillText(t.tooLong, { max: String(max) })
  if (issue.message === 'phone-form') return t.phoneForm
  if (issue.message === 'email-form') return t.emailForm
  return t.required
}
