import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import type { Services } from '../../../ctx.ts'
import { type AlarmEvent, noSubject } from './alarm-group.ts'
import { lockAlarmProgress, readAlarmSettings } from './alarm-event-store.ts'
import { selectOfflineChanges } from './offline-alarm-reads.ts'
import { storeAlarmEvents } from './store-alarm-events.ts'

const code = alarmCodes['offline-too-long']
/** In one look; the next minute goes on. */
const maxAtOnce = 1_000

/** Raises the alarm of devices that are offline for too long, and releases it of those that are back. Gives how many. */
export async function watchOfflineDevices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const { offline_enabled: isEnabled, offline_minutes: minutes } = await readAlarmSettings(db)
  const since = clock.now().subtract({ minutes }).toString()
  const rows = await selectOfflineChanges(db, { isEnabled, since, limit: maxAtOnce })
  for (const device of rows) {
    const changedAt = Temporal.Instant.from(device.online_changed_at)
    const event: AlarmEvent = {
      code,
      subject: noSubject,
      deviceAlarmId: null,
      personId: null,
      recordId: null,
      canRelease: false,
      imageHash: null,
      claimedAt: null,
      ...(device.is_online
        ? { state: 'released', atMs: changedAt.epochMilliseconds, description: null }
        : { state: 'raised', atMs: changedAt.add({ minutes }).epochMilliseconds, description: `${minutes} min` }),
    }
    await db.transaction().execute(async (db) => {
      if ((await lockAlarmProgress(db, device.id)) !== undefined)
        await storeAlarmEvents({ db, clock }, device.id, [event])
    })
  }
  return rows.length
}
