import { AppError } from '@gatehouse/contract/errors.ts'
import { id, instant } from '@gatehouse/contract/fields.ts'
import { z } from 'zod'

/** Where a page of the log ended; opaque to the caller. */
export type OperationKey = { at: string; id: string }

const parts = z.tuple([instant, id])

export const writeOperationKey = ({ at, id }: OperationKey) => Buffer.from(`${at} ${id}`).toString('base64url')

/** @throws AppError request.invalid for a key that is none of ours */
export function readOperationKey(after: string | undefined): OperationKey | undefined {
  if (after === undefined) return undefined
  const key = parts.safeParse(Buffer.from(after, 'base64url').toString().split(' '))
  if (!key.success) throw new AppError('request.invalid', { fields: 'after' })
  const [at, id] = key.data
  return { at, id }
}
