import { type BoundedTotal, maxCounted } from '@gatehouse/contract/paging.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './open-database.ts'

export const totalOf = (count: number, max = maxCounted): BoundedTotal => ({
  count: Math.min(count, max),
  isMore: count > max,
})

/** How many rows a list has, read along its index up to the limit and no further. */
export async function countUpTo(
  db: Db,
  { from, where }: { from: RawBuilder<unknown>; where: RawBuilder<unknown> },
  max = maxCounted,
): Promise<BoundedTotal> {
  const counted = sql<number>`(select count(*)::int from (select from ${from} where ${where} limit ${max + 1}) counted)`
  const { count } = await db.selectNoFrom(counted.as('count')).executeTakeFirstOrThrow()
  return totalOf(count, max)
}
