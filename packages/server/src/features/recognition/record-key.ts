import { AppError } from '@gatehouse/contract/errors.ts'
import { z } from 'zod'
import { id, instant } from '@gatehouse/contract/fields.ts'

/** Where a page of records ended; opaque to the caller. */
export type RecordKey = { recognisedAt: string; id: string }

const parts = z.tuple([instant, id])

export const writeRecordKey = ({ recognisedAt, id }: RecordKey) =>
  Buffer.from(`${recognisedAt} ${id}`).toString('base64url')

/** @throws AppError request.invalid for a key that is none of ours */
export function readRecordKey(after: string | undefined): RecordKey | undefined {
  if (after === undefined) return undefined
  const key = parts.safeParse(Buffer.from(after, 'base64url').toString().split(' '))
  if (!key.success) throw new AppError('request.invalid', { fields: 'after' })
  const [recognisedAt, id] = key.data
  return { recognisedAt, id }
}
