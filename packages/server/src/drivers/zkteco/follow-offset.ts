import { seal } from '../../lib/seal.ts'
import { lanes } from './next-command.ts'
import { minutesEast } from './protocol/local-time.ts'
import { attendance } from './protocol/write-command.ts'
import { commandContext } from './queue-context.ts'
import { timeZoneOf, type ZkParts, type ZkSession } from './zk-session.ts'
import { dialectOf } from './zkteco-make.ts'
import { insertCommands, updateZkDevice, type ZkDevice } from './zkteco-store.ts'

const offsetNow = async (parts: ZkParts, session: ZkSession): Promise<number> => {
  const now = parts.services.clock.now()
  return minutesEast(await timeZoneOf(parts, session, now.epochMilliseconds), now)
}

/** It is being told its zone, with the offset of now. */
export async function noteOffset(
  parts: ZkParts,
  session: ZkSession,
  zk: Pick<ZkDevice, 'told_offset'> | undefined,
): Promise<void> {
  const told_offset = await offsetNow(parts, session)
  if (zk && zk.told_offset !== told_offset) await updateZkDevice(parts.services.db, session.device.id, { told_offset })
}

/**
 * A terminal knows no zone but its offset, and greets nobody for months: where summer begins or ends, or it gets another zone, it is made to
 * ask again, and its clock is set. Gives whether anything was queued.
 */
export async function followOffset(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { db, clock } = parts.services
  const told_offset = await offsetNow(parts, session)
  if (zk.told_offset === told_offset) return false
  await updateZkDevice(db, zk.device_id, { told_offset })
  // It has not greeted since it joined: it is told then.
  if (zk.told_offset === null) return false
  const isAttendance = dialectOf(zk.type) === 'attendance'
  await insertCommands(db, zk.device_id, [
    ...(isAttendance ? [readAgain(parts)] : []),
    { lane: lanes.setting, what: 'time', created_at: clock.now().toString() },
  ])
  return true
}

/** Makes an attendance terminal ask for its options. */
export const readAgain = ({ services: { clock, keys } }: Pick<ZkParts, 'services'>) => ({
  lane: lanes.setting,
  what: 'read-again',
  created_at: clock.now().toString(),
  text_sealed: seal(keys.column, Buffer.from(attendance.readAgain()), commandContext),
})
