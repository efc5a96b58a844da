import { AppError } from '@gatehouse/contract/errors.ts'
import type { Ctx } from '../ctx.ts'
import { countPeople, lockPersonLimit } from './person-limit-store.ts'

/**
 * The number of people that the licence still allows, up to `wanted`. Until the caller's transaction ends nobody else
 * can add people, so that two who come at once cannot both take the last slot. Call it inside the transaction that
 * adds.
 */
export async function reservePersonSlots(ctx: Ctx, wanted: number): Promise<number> {
  const limit = ctx.people.limit()
  if (limit === null || wanted === 0) return wanted
  await lockPersonLimit(ctx.db)
  return Math.max(0, Math.min(wanted, limit - (await countPeople(ctx.db))))
}

/** @throws AppError licence.person-limit when there is no slot for one more */
export async function reservePersonSlot(ctx: Ctx): Promise<void> {
  if ((await reservePersonSlots(ctx, 1)) < 1) throw new AppError('licence.person-limit', { limit: ctx.people.limit() })
}
