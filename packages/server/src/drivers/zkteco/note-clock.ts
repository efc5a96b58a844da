import { instantOf } from './protocol/local-time.ts'
import { lanes } from './next-command.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { insertCommands } from './zkteco-store.ts'

/** A clock that is off by less is right: its times have whole seconds, and travel. */
const tolerableMs = 60_000
/** It is told again when it has moved by more, and set at most this often. */
const movedMs = 5_000
const setEveryMs = 3_600_000
const sentWithinSeconds = 60

/**
 * Takes what a terminal says now as the time of its clock. One that is wrong is told to the product and set: the zone that a terminal is
 * given is not enough, since some firmware cuts zones of half hours.
 */
export async function noteClock(
  { services, events }: ZkParts,
  session: ZkSession,
  told: Temporal.PlainDateTime,
  timeZone: string,
): Promise<void> {
  const now = services.clock.now()
  const offsetMs = instantOf(told, timeZone).epochMilliseconds - now.epochMilliseconds
  const isRight = Math.abs(offsetMs) <= tolerableMs
  if (isRight && session.clockOffsetMs === null) return
  if (session.clockOffsetMs === null || Math.abs(session.clockOffsetMs - offsetMs) > movedMs)
    await events.clockRead(session.device, isRight ? 0 : offsetMs)
  session.clockOffsetMs = isRight ? null : offsetMs
  const isSet = now.epochMilliseconds - session.clockSetMs < setEveryMs
  if (isRight || isSet) return
  session.clockSetMs = now.epochMilliseconds
  session.hasWork = true
  await insertCommands(services.db, session.device.id, [
    {
      lane: lanes.door,
      what: 'time',
      created_at: now.toString(),
      expires_at: now.add({ seconds: sentWithinSeconds }).toString(),
    },
  ])
}
