import { alarmCodes } from '@gatehouse/engine/alarm/vocabulary.ts'
import { createSystemCtx, hint, type Services } from '../../../ctx.ts'
import { endDeviceAlarm, raiseDeviceAlarm } from '../../alarms/link/device-alarm-actions.ts'
import { selectDevicesWithOpenAlarm } from '../../alarms/open-alarm-reads.ts'
import { selectLaxDevices } from '../lax-device-reads.ts'

const code = alarmCodes['face-threshold-low']

/**
 * Raises an alarm once for each door whose threshold was set by hand and is lower than its people need by now, and ends it when the
 * threshold is high enough again, or automatic. Gives how many.
 */
export async function watchLaxDevices(services: Services): Promise<number> {
  const ctx = createSystemCtx(services)
  const lax = await selectLaxDevices(services.db)
  const alarmed = await selectDevicesWithOpenAlarm(services.db, code)
  const fresh = lax.filter(({ id }) => !alarmed.includes(id))
  const mended = alarmed.filter((id) => !lax.some((one) => one.id === id))
  for (const { id, floor } of fresh) await raiseDeviceAlarm(ctx, id, { code, description: floor.toFixed(2) })
  for (const id of mended) await endDeviceAlarm(ctx, id, code)
  const count = fresh.length + mended.length
  if (count > 0) await hint(services, { to: 'consoles', topic: 'alarms' })
  return count
}
