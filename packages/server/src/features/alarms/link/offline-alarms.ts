import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { sql } from 'kysely'
import type { Services } from '../../../ctx.ts'
import { type AlarmEvent, noSubject } from './alarm-group.ts'
import { lockAlarmProgress, readAlarmSettings } from './alarm-event-store.ts'
import { storeAlarmEvents } from './store-alarm-events.ts'

const code = alarmCodes['offline-too-long']
/** In one look; the next minute goes on. */
const maxAtOnce = 1_000

/** Raises the alarm of devices that are offline for too long, and releases it of those that are back. Gives how many. */
export async function watchOfflineDevices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const { offline_enabled: isEnabled, offline_minutes: minutes } = await readAlarmSettings(db)
  const since = clock.now().subtract({ minutes }).toString()
  const { rows } = await sql<{ id: string; online_changed_at: string; is_online: boolean }>`
    (select d.id, d.online_changed_at, d.is_online from device d
      where ${isEnabled} and not d.is_online and d.online_changed_at <= ${since} and not exists (
        select from alarm_group g join alarm a on a.raised_at = g.alarm_raised_at and a.id = g.alarm_id
        where g.device_id = d.id and g.code = ${code} and a.last_at >= d.online_changed_at)
      limit ${maxAtOnce})
    union all
    (select d.id, d.online_changed_at, d.is_online from alarm_group g
      join alarm a on a.raised_at = g.alarm_raised_at and a.id = g.alarm_id
      join device d on d.id = g.device_id
      where g.code = ${code} and a.status <> 'released' and d.is_online limit ${maxAtOnce})`.execute(db)
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
