import type { listLeftPeople } from '@gatehouse/contract/features/devices/left-people.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { type Ctx, inTransaction, may } from '../../../ctx.ts'
import { namesOfNumbers } from '../../../people/device-numbers.ts'
import { readDeviceFacts } from '../device-reads.ts'
import { replaceLeftPeople, selectLeftPeople } from './left-people-store.ts'

/** Keeps whom a device has not removed. Gives whether they are others than before. */
export const noteLeft = (ctx: Ctx, deviceId: string, left: ReadonlyMap<number, string>): Promise<boolean> =>
  inTransaction(ctx, async ({ db }) => {
    const before = await selectLeftPeople(db, deviceId)
    if (before.length === left.size && before.every(({ number }) => left.has(number))) return false
    await replaceLeftPeople(db, deviceId, left)
    return true
  })

/** @throws AppError device.not-found */
export async function readLeftPeople(ctx: Ctx, deviceId: string): Promise<Reply<typeof listLeftPeople>> {
  const [device] = await readDeviceFacts(ctx.db, [deviceId])
  if (!device) throw new AppError('device.not-found')
  const left = await selectLeftPeople(ctx.db, deviceId)
  const names = await namesOfNumbers(
    ctx,
    left.map(({ number }) => number),
    (kind) => may(ctx, `${kind === 'blacklisted' ? 'blacklist' : kind}.read`),
  )
  const nameOf = new Map(names.map(({ number, name }) => [number, name]))
  return left.map(({ number, since }) => ({ number, since, name: nameOf.get(number) ?? null }))
}
