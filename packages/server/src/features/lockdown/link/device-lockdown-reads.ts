import type { DeviceLockdown } from '@gatehouse/contract/device/lockdown.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../../db/open-database.ts'
import { prepared } from '../../../db/prepared.ts'
import { lockdownTag } from '../../../device-link/outbox/configuration-store.ts'

/** The lockdowns and the emergency open of a device, as they are now. One short statement: a thousand devices ask for it at once. */
export async function readDeviceLockdown(db: Db, deviceId: string): Promise<DeviceLockdown> {
  const row = await db
    .selectFrom('device as d')
    .modifyFront(prepared)
    .select(lockdownTag.as('revision'))
    .select((device) => [
      jsonArrayFrom(
        device
          .selectFrom('device_lockdown as l')
          .select(['l.lockdown_id as id', 'l.exempt_group_ids as exemptGroupIds', 'l.begun_at as sinceAt'])
          .distinct()
          .whereRef('l.device_id', '=', 'd.id')
          .where('l.kind', '=', 'lockdown')
          .orderBy('sinceAt')
          .orderBy('id')
          .limit(100),
      ).as('lockdowns'),
      device
        .selectFrom('device_lockdown as l')
        .select((open) => open.fn.min('l.begun_at').as('at'))
        .whereRef('l.device_id', '=', 'd.id')
        .where('l.kind', '=', 'emergency-open')
        .as('emergency_at'),
    ])
    .where('d.id', '=', deviceId)
    .executeTakeFirst()
  if (!row) throw new AppError('device.credentials-wrong')
  const { revision, lockdowns, emergency_at: sinceAt } = row
  return { revision, lockdowns, emergency: sinceAt === null ? null : { kind: 'emergency-open', sinceAt } }
}
