import { type Ctx, hint, inTransaction } from '../../../ctx.ts'
import { lockAlarmProgress, settleRelease } from './alarm-event-store.ts'
import { noSubject } from './alarm-group.ts'
import { storeAlarmEvents } from './store-alarm-events.ts'

/** Raises an alarm about the device itself, which it did not send. Of a device that is gone: nothing. */
export async function raiseDeviceAlarm(
  ctx: Ctx,
  deviceId: string,
  { code, description }: { code: number; description: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if ((await lockAlarmProgress(ctx.db, deviceId)) === undefined) return
    await storeAlarmEvents(ctx, deviceId, [
      {
        state: 'raised',
        atMs: ctx.clock.now().epochMilliseconds,
        code,
        subject: noSubject,
        deviceAlarmId: null,
        description,
        personId: null,
        recordId: null,
        canRelease: false,
        imageHash: null,
        claimedAt: null,
      },
    ])
  })
}

/** What the device says of a remote release, written to its alarm. */
export async function noteReleased(ctx: Ctx, commandId: string, state: 'done' | 'failed', result: string | null) {
  const kind = state === 'done' ? ('released' as const) : ('release-failed' as const)
  const entry = { at: ctx.clock.now().toString(), kind, by: null, text: result, claimedAt: null }
  if (await settleRelease(ctx.db, commandId, kind, entry)) await hint(ctx, { to: 'consoles', topic: 'alarms' })
}
