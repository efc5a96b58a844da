import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { type Ctx, hint } from '../../../ctx.ts'
import { type DeviceRow, updateDevice } from '../../../device-link/device-store.ts'
import { insertOperation } from '../../../http/operation-log-store.ts'
import { addToDeviceAlarm, raiseDeviceAlarm } from '../../alarms/link/device-alarm-actions.ts'

/** A clone that is seen again within this time is not reported again: it counts on the alarm that is open. */
const cloneReportHours = 1

/** Two machines live with the identity of one device. `shown` is what the other one showed. Gives whether an alarm was raised, or counted again. */
export async function noteClone(
  ctx: Ctx,
  row: Pick<DeviceRow, 'id' | 'name' | 'clone_seen_at'>,
  shown: string,
  requestId: string,
): Promise<boolean> {
  const now = ctx.clock.now()
  const isDue =
    row.clone_seen_at === null ||
    Temporal.Instant.compare(now, Temporal.Instant.from(row.clone_seen_at).add({ hours: cloneReportHours })) >= 0
  // The time is that of the last report: one that goes on is reported again.
  const description = [shown, ctx.address].filter(Boolean).join(' · ')
  if (!isDue) return addToDeviceAlarm(ctx, row.id, { code: alarmCodes.cloned, description })
  await updateDevice(ctx.db, row.id, { clone_seen_at: now.toString() })
  ctx.log.warn({ deviceId: row.id, address: ctx.address }, 'two machines live with one identity')
  const line = { module: 'device', event: 'clone-seen', side: 'device', address: ctx.address, requestId } as const
  await insertOperation(ctx.db, {
    ...line,
    actor: ctx.actor,
    note: { item: row.name, facts: { serialNumber: shown } },
  })
  await hint(ctx, { to: 'consoles', topic: 'devices', id: row.id })
  await raiseDeviceAlarm(ctx, row.id, { code: alarmCodes.cloned, description })
  return true
}
