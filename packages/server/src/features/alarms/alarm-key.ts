import { AppError } from '@gatehouse/contract/errors.ts'
import { id, instant } from '@gatehouse/contract/fields.ts'
import { z } from 'zod'

/** Where a page of alarms ended; opaque to the caller. */
type AlarmKey = { raisedAt: string; id: string }

const parts = z.tuple([instant, id])

export const writeAlarmKey = ({ raisedAt, id }: AlarmKey) => Buffer.from(`${raisedAt} ${id}`).toString('base64url')

/** @throws AppError request.invalid for a key that is none of ours */
export function readAlarmKey(after: string | undefined): AlarmKey | undefined {
  if (after === undefined) return undefined
  const key = parts.safeParse(Buffer.from(after, 'base64url').toString().split(' '))
  if (!key.success) throw new AppError('request.invalid', { fields: 'after' })
  const [raisedAt, id] = key.data
  return { raisedAt, id }
}
