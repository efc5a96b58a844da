import { serverEvent } from '@gatehouse/engine/alarm/alarm-event.ts'
import { type Ctx, hint, inTransaction } from '../../../ctx.ts'
import { lockAlarmProgress } from '../../../device-link/progress-store.ts'
import { lockLatestAlarms, settleRelease } from '../alarm-event-store.ts'
import { storeAlarmEvents } from './store-alarm-events.ts'

/** Calls of a machine that goes on are counted this often. */
const countedEveryMs = 60_000

/** Raises an alarm about the device itself, which the device did not send; does nothing for a device that is gone. */
export async function raiseDeviceAlarm(
  ctx: Ctx,
  deviceId: string,
  { code, description }: { code: number; description: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if ((await lockAlarmProgress(ctx.db, deviceId)) === undefined) return
    const atMs = ctx.clock.now().epochMilliseconds
    await storeAlarmEvents(ctx, deviceId, [serverEvent({ state: 'raised', atMs, code, description })])
  })
}

/** Ends the alarm that the server raised about a device, now that its cause has gone. */
export async function endDeviceAlarm(ctx: Ctx, deviceId: string, code: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if ((await lockAlarmProgress(ctx.db, deviceId)) === undefined) return
    const atMs = ctx.clock.now().epochMilliseconds
    await storeAlarmEvents(ctx, deviceId, [serverEvent({ state: 'released', atMs, code })])
  })
}

/** Counts the same again on an alarm about the device that is still open, at most once a minute; gives whether it did. */
export async function addToDeviceAlarm(
  ctx: Ctx,
  deviceId: string,
  { code, description }: { code: number; description: string },
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    if ((await lockAlarmProgress(ctx.db, deviceId)) === undefined) return false
    const atMs = ctx.clock.now().epochMilliseconds
    const event = serverEvent({ state: 'raised', atMs, code, description })
    const [latest] = await lockLatestAlarms(ctx.db, deviceId, [event])
    const isOpen = latest !== undefined && latest.status !== 'released' && !latest.isClosedByHand
    const sinceMs = isOpen ? atMs - latest.lastAtMs : 0
    if (sinceMs < countedEveryMs) return false
    // However long ago the last one was: another alarm is begun by a report alone.
    await storeAlarmEvents(ctx, deviceId, [event], sinceMs)
    return true
  })
}

/** Writes the device's answer to a remote release into the alarm. */
export async function noteReleased(ctx: Ctx, commandId: string, state: 'done' | 'failed', result: string | null) {
  const kind = state === 'done' ? ('released' as const) : ('release-failed' as const)
  const entry = { at: ctx.clock.now().toString(), kind, by: null, text: result, claimedAt: null }
  if (await settleRelease(ctx.db, commandId, kind, entry)) await hint(ctx, { to: 'consoles', topic: 'alarms' })
}
