import { randomUUIDv7 } from 'node:crypto'
import type { AlarmEvent } from '@gatehouse/engine/alarm/alarm-event.ts'
import { type AlarmDraft, countEvent } from '@gatehouse/engine/alarm/count-event.ts'
import type { Ctx } from '../../../ctx.ts'
import { insertAlarm, lockLatestAlarms, readAlarmSettings, updateAlarm } from '../alarm-event-store.ts'

const keyOf = ({ code, subject }: { code: number; subject: string }) => `${code} ${subject}`

/**
 * Counts events of one device on its alarms, in their order, inside the caller's transaction. The caller holds a lock that
 * lets one transaction at a time do this for the device.
 */
export async function storeAlarmEvents(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  deviceId: string,
  events: readonly AlarmEvent[],
  /** The same again within this time is the same alarm; absent: as it is set. */
  groupMs?: number,
): Promise<void> {
  if (events.length === 0) return
  const withinMs = groupMs ?? (await readAlarmSettings(ctx.db)).group_minutes * 60_000
  const keys = [...new Map(events.map((event) => [keyOf(event), event])).values()]
  const latest = new Map((await lockLatestAlarms(ctx.db, deviceId, keys)).map((draft) => [keyOf(draft), draft]))
  const touched = new Map<string, AlarmDraft>()
  for (const event of events) {
    const current = latest.get(keyOf(event))
    const next = countEvent(current, event, { groupMs: withinMs, newId: randomUUIDv7 })
    if (!next) continue
    latest.set(keyOf(event), next)
    touched.set(next.id, next)
  }
  const now = ctx.clock.now().toString()
  for (const draft of touched.values()) {
    if (draft.isNew) await insertAlarm(ctx.db, deviceId, draft, now)
    else if (draft.isChanged) await updateAlarm(ctx.db, draft)
  }
}
