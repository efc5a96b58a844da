import { AppError } from '@gatehouse/contract/errors.ts'
import { id, namedInstant } from '@gatehouse/contract/fields.ts'
import { z } from 'zod'

/** A likeness as PostgreSQL keeps it: any other number, in a `real`, may be none. */
const cosine = z.string().refine((text) => text.trim() !== '' && Math.abs(Number(text)) <= 1)

/** The content of a cursor: the values that a list is sorted by, the last one unique. Each is one that PostgreSQL reads. */
const parts = { id, instant: namedInstant, cosine, text: z.string().max(200) } as const
type Part = keyof typeof parts

/** The position where a page of a list ended; opaque to the caller. */
export const encodeCursor = (...values: readonly string[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

/** @throws AppError request.invalid for a cursor that is not ours */
export function decodeCursor(after: string | undefined, ...wanted: readonly Part[]): string[] | undefined {
  if (after === undefined) return undefined
  const values = z.array(z.string()).length(wanted.length).safeParse(jsonOf(after)).data
  const isOurs = values && wanted.every((part, place) => parts[part].safeParse(values[place]).success)
  if (!isOurs || values.some((value) => value.includes('\u0000') || !value.isWellFormed()))
    throw new AppError('request.invalid', { fields: 'after', issues: [{ path: 'after', problem: 'invalid' }] })
  return values
}

function jsonOf(after: string): unknown {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString())
  } catch {
    return undefined
  }
}
