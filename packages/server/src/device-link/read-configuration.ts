import {
  type AccessRules,
  defaultDeviceSettings,
  type DeviceSettings,
  deviceSettings,
  wireTimetable,
} from '@gatehouse/contract/device/link.ts'
import { directions } from '@gatehouse/contract/features/devices.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type Ctx, inTransaction } from '../lib/ctx.ts'
import { findDeviceSettings, selectBoundGroupIds, selectPolicies, selectTimetables } from './configuration-store.ts'

/** What may be overridden for one device; the rest of the document is the device's row. */
const overrides = deviceSettings
  .omit({ revision: true, name: true, location: true, direction: true, timeZone: true })
  .partial()

/** The settings and access rules of a device, as of one moment. */
export async function readConfiguration(
  ctx: Ctx,
  deviceId: string,
): Promise<{ settings: DeviceSettings; access: AccessRules }> {
  return inTransaction(ctx, async (ctx) => {
    // The revision is read first: what changes meanwhile is in the answer under the older number, and is asked for again.
    const row = await findDeviceSettings(ctx.db, deviceId)
    if (!row) throw new AppError('device.credentials-wrong')
    const set = overrides.safeParse(row.settings)
    if (!set.success)
      ctx.log.error({ err: set.error, deviceId }, 'the settings of a device are damaged; the defaults hold')
    const settings = {
      ...defaultDeviceSettings,
      ...(set.success ? set.data : {}),
      revision: row.settings_revision,
      name: row.name,
      location: row.location,
      direction: directions[row.direction] ?? 'none',
      timeZone: row.time_zone ?? row.company_time_zone ?? 'UTC',
    }
    const access = {
      revision: row.access_revision,
      boundGroupIds: await selectBoundGroupIds(ctx.db, deviceId),
      policies: await selectPolicies(ctx.db, deviceId),
      timetables: (await selectTimetables(ctx.db, deviceId)).map((timetable) => wireTimetable.parse(timetable)),
    }
    return { settings, access }
  })
}
