import type { getSyncStatus } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { findSyncStatus } from './sync-status-reads.ts'
import { decodePeopleCursor } from '../../../device-link/outbox/people-cursor.ts'
import { formFor, isUpToDate } from '../people/pull-people.ts'

/** Whether there is anything to pull, read in one statement: a thousand devices ask twice a minute. */
export async function readSyncStatus(
  ctx: Ctx,
  deviceId: string,
  { configuration, people, hashes, lockdown }: z.output<typeof getSyncStatus.query>,
): Promise<z.output<typeof getSyncStatus.response>> {
  const row = await findSyncStatus(ctx.db, deviceId, ctx.clock.now().toString())
  if (!row) throw new AppError('device.credentials-wrong')
  const cursor = people === undefined ? undefined : decodePeopleCursor(people)
  return {
    configuration: row.tag !== configuration,
    // A device that takes cards and PINs in another form than before has to pull the whole list.
    people: !cursor || !isUpToDate(row, cursor) || row.hashForm !== formFor(row, hashes),
    commands: row.hasCommands,
    upgrades: row.hasUpgrades,
    ...(lockdown !== undefined && { lockdown: lockdown !== row.lockdown }),
  }
}
