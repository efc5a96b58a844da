import type { z } from 'zod'
import type { form } from '../i18n/en/form.ts'
import type { Text } from '../i18n/i18n.ts'

/** The schema of a form is the body of its route: what is valid is written down once, in the contract. */
export type FormSchema = z.ZodObject<Record<string, z.ZodType>>

/** What stands in the fields of a form; absent is empty. */
export type FormValues = Record<string, unknown>

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** Whether a field must be filled in: neither absent, nor null, nor an empty list will do. */
export const isRequired = (schema: z.ZodType) => ![undefined, null, []].some((value) => accepts(schema, value))

/** Whether the label says so: a switch is always on or off, there is nothing to fill in. */
export const isMarkedRequired = (schema: z.ZodType) => isRequired(schema) && !accepts(schema, false)

/** The problems that the contract's fields name themselves, each with its text; what they do not name is "not valid". */
type Problem = Exclude<keyof typeof form.problem, 'too-long' | 'invalid'>
const problems: Record<Problem, true> = {
  required: true,
  'not-storable': true,
  'control-character': true,
  'phone-form': true,
  'area-code-form': true,
  'extension-form': true,
  'card-form': true,
  'pin-form': true,
  'id-number-form': true,
  'country-form': true,
  'region-form': true,
  'date-form': true,
  'email-form': true,
  'host-form': true,
  'certificate-form': true,
  'account-form': true,
  'account-reserved': true,
  'domain-form': true,
  'url-form': true,
  'too-many': true,
}
const isProblem = (text: string): text is Problem => Object.hasOwn(problems, text)

/** A problem in words. `max` comes with `too-long`. */
export function problemText(problem: string, t: Text, max = ''): string {
  if (problem === 'too-long') return t('form:problem.too-long', { max })
  return isProblem(problem) ? t(`form:problem.${problem}`) : t('form:problem.invalid')
}

/** What is wrong with a field's value, in words; undefined when nothing is. */
export function fieldProblem(schema: z.ZodType, value: unknown, t: Text): string | undefined {
  const isNothing = isEmpty(value) || (Array.isArray(value) && value.length === 0)
  if (isNothing) return isRequired(schema) ? problemText('required', t) : undefined
  const issue = schema.safeParse(value).error?.issues[0]
  if (!issue) return undefined
  const max: unknown = issue.code === 'custom' ? issue.params?.['max'] : undefined
  return problemText(issue.message, t, typeof max === 'number' ? String(max) : '')
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
