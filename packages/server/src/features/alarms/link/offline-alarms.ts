import { offlineEvent } from '@gatehouse/engine/alarm/offline-alarm.ts'
import { inTransaction, type Services } from '../../../ctx.ts'
import { lockAlarmProgress } from '../../../device-link/progress-store.ts'
import { readAlarmSettings } from '../alarm-event-store.ts'
import { selectOfflineChanges } from '../offline-alarm-reads.ts'
import { storeAlarmEvents } from './store-alarm-events.ts'

/** The number of devices in one run; the next minute continues. */
const maxAtOnce = 1_000

/** Raises an alarm for devices that are offline for too long, and releases it for devices that are back. Gives how many. */
export async function watchOfflineDevices(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const { db, clock } = services
  const { offline_enabled: isEnabled, offline_minutes: minutes } = await readAlarmSettings(db)
  const since = clock.now().subtract({ minutes }).toString()
  const rows = await selectOfflineChanges(db, { isEnabled, since, limit: maxAtOnce })
  for (const device of rows) {
    const changedAtMs = Temporal.Instant.from(device.online_changed_at).epochMilliseconds
    const event = offlineEvent(device.is_online, changedAtMs, minutes)
    await inTransaction(services, async (ctx) => {
      if ((await lockAlarmProgress(ctx.db, device.id)) !== undefined) await storeAlarmEvents(ctx, device.id, [event])
    })
  }
  return rows.length
}
