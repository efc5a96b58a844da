import type { AlarmEvent } from '@gatehouse/engine/alarm/alarm-event.ts'
import { endedVisitEvent, overdueVisitEvent } from '@gatehouse/engine/alarm/overdue-visit.ts'
import { inTransaction, type Services } from '../../../ctx.ts'
import { lockAlarmProgress } from '../../../device-link/progress-store.ts'
import { selectEndedOverdue, selectOverdueVisits, selectSitesOfOverdue } from '../overdue-visit-reads.ts'
import { storeAlarmEvents } from './store-alarm-events.ts'

/** The number of visitors of a site in one run; the next minute continues. */
const maxAtOnce = 500

/**
 * Raises an alarm once for each visit whose visitor is inside longer than the site allows after its end, and releases it when the visitor is
 * out. Gives how many.
 */
export async function watchOverdueVisits(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const { db, clock } = services
  const now = clock.now().round('millisecond')
  const due: { deviceId: string; event: AlarmEvent }[] = []
  for (const { device_id, subject } of await selectEndedOverdue(db, now.toString(), maxAtOnce))
    due.push({ deviceId: device_id, event: endedVisitEvent(subject, now.epochMilliseconds) })
  for (const { site_id, minutes } of await selectSitesOfOverdue(db)) {
    const by = now.subtract({ minutes }).toString()
    for (const { id, valid_to, source, record_id, device_id } of await selectOverdueVisits(
      db,
      site_id,
      by,
      maxAtOnce,
    )) {
      // A site without a device has nowhere to show an alarm; its mail goes out all the same.
      if (device_id === null) continue
      const endedAtMs = Temporal.Instant.from(valid_to).epochMilliseconds
      const recordId = source === 'passage' ? record_id : null
      due.push({ deviceId: device_id, event: overdueVisitEvent({ personId: id, endedAtMs, minutes, recordId }) })
    }
  }
  for (const [deviceId, events] of Map.groupBy(due, (one) => one.deviceId))
    await inTransaction(services, async (ctx) => {
      if ((await lockAlarmProgress(ctx.db, deviceId)) === undefined) return
      await storeAlarmEvents(
        ctx,
        deviceId,
        events.map(({ event }) => event),
      )
    })
  return due.length
}
