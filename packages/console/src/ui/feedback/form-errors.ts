import { z } from 'zod'
import type { ErrorCode } from '@gatehouse/contract/errors.ts'
import { CallError } from '../../api/call-error.ts'
import type { Text } from '../../i18n/i18n.ts'
import { errorText } from './error-text.ts'

/** Which field a refusal of the server belongs to: `{ 'staff.phone-taken': 'phone' }`. */
export type ErrorFields = Partial<Record<ErrorCode, string>>

/** The server itself failed: the id of the request helps to find the cause. A refusal needs none. */
export const isServerFailure = (error: unknown) => error instanceof CallError && error.status >= 500

export type FieldError = { name: string; errors: string[] }

const invalidData = z.object({ issues: z.array(z.object({ path: z.string(), problem: z.string() })) })

/**
 * The fields that a failure belongs to, with its words; none when it belongs to the whole form. A refusal by a field's
 * own code comes first, then what the server's check of the request named.
 */
export function fieldErrors(error: unknown, table: ErrorFields, names: readonly string[], t: Text): FieldError[] {
  if (!(error instanceof CallError)) return []
  const named = Object.entries(table).find(([code]) => code === error.message)?.[1]
  if (named !== undefined) return [{ name: named, errors: [errorText(error, t)] }]
  if (error.message !== 'request.invalid') return []
  const { data } = invalidData.safeParse(error.data)
  const found = (data?.issues ?? []).flatMap(({ path, problem }) => {
    const name = path.split('.')[0] ?? ''
    return names.includes(name) ? [{ name, errors: [problem] }] : []
  })
  // an error without a field must be shown at the top
  return found.length === data?.issues.length ? found : []
}
