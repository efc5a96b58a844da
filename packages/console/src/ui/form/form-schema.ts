import { requestIssue, told } from '@gatehouse/contract/texts/request-problems.ts'
import type { z } from 'zod'
import type { Text } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'

/** The schema of a form is the body of its route: validation is defined once, in the contract. */
export type FormSchema = z.ZodObject<Record<string, z.ZodType>>

/** The values of the fields of a form; absent is empty. */
export type FormValues = Record<string, unknown>

export const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** Whether a field must be filled in: neither absent, nor null, nor an empty list will do. */
export const isRequired = (schema: z.ZodType) => ![undefined, null, []].some((value) => accepts(schema, value))

/** Whether the label marks it as required: a switch is always on or off, so there is nothing to fill in. */
export const isMarkedRequired = (schema: z.ZodType) => isRequired(schema) && !accepts(schema, false)

/** The problem with a field's value as text; undefined if it is valid. */
export function fieldProblem(schema: z.ZodType, value: unknown, t: Text): string | undefined {
  const isNothing = isEmpty(value) || (Array.isArray(value) && value.length === 0)
  if (isNothing) return isRequired(schema) ? t('form:problem.required') : undefined
  const issue = schema.safeParse(value, { reportInput: true }).error?.issues[0]
  return issue && told(requestIssue(issue), currentLanguage()).problem
}

/** Wire to form: null, which fields cannot show, becomes absent. Keeps only what the form's schema has. */
export function formValues(schema: FormSchema, wire: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(Object.keys(schema.shape).map((key) => [key, wire[key] ?? undefined]))
}

/**
 * Form to wire: what was emptied becomes null where null clears it, and is left out where it cannot; the schema then
 * trims and checks. Throws when the values were not checked before.
 */
export function bodyOf<S extends FormSchema>(schema: S, values: FormValues): z.output<S> {
  const entries = Object.entries(schema.shape).flatMap(([key, field]) => {
    const value = values[key]
    if (!isEmpty(value)) return [[key, value]]
    return accepts(field, null) ? [[key, null]] : []
  })
  return schema.parse(Object.fromEntries(entries))
}

/** Whether two sets of values would be saved as the same. */
export function isSame(a: FormValues, b: FormValues): boolean {
  const text = (values: FormValues) =>
    JSON.stringify(
      Object.entries(values)
        .filter(([, value]) => !isEmpty(value) && !(Array.isArray(value) && value.length === 0))
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
  return text(a) === text(b)
}
