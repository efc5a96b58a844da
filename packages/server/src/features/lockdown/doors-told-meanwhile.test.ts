import { sql } from 'kysely'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'
import { createSystemCtx, inTransaction } from '../../ctx.ts'
import { noteDoorCount } from '../devices/link/note-versions.ts'
import { beginLockdown } from './lockdown-service.ts'

let zk: ZkHouse
beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

it('[DEV-06] an emergency that begins at the moment when a controller tells its doors opens each of them by its number', async () => {
  const { device } = await zk.accepted('acc', 'RACE')
  const ctx = createSystemCtx(zk.house.gatehouse.services)
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const beginning = inTransaction(ctx, async (ctx) => {
    const scope = { kind: 'everything' } as const
    const input = { kind: 'emergency-open', level: null, scope, reason: 'A fire', exemptGroupIds: [] } as const
    await beginLockdown(ctx, { ...input, exemptGroupIds: [] })
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const counting = noteDoorCount(ctx, device.id, 3)
  const isHeld = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(zk.house.db)
    return rows.length > 0
  }
  await Promise.race([counting, until(isHeld, 'the count of doors waits')])
  end.resolve()
  await Promise.all([beginning, counting])
  const commands = await zk.house.db
    .selectFrom('device_command')
    .select('port')
    .where('device_id', '=', device.id)
    .where('kind', '=', 'hold-open')
    .orderBy('port')
    .execute()
  expect(commands.map(({ port }) => port)).toEqual([1, 2, 3])
})
