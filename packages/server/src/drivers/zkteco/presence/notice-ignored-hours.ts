import type { ReportedRecord } from '../../device-events.ts'
import { tellFailures } from '../failures.ts'
import { rightsOf } from '../fill-queue.ts'
import { timeZoneOf, type ZkParts, type ZkSession } from '../zk-session.ts'
import { dialectOf } from '../zkteco-make.ts'
import { findZkDevice, hadAllBefore, updateZkDevice } from '../zkteco-store.ts'

/** A clock is right to within this; of a passage nearer to the begin or end of hours nothing is known. */
const doubtMinutes = 2

/**
 * Notices that a terminal lets people pass whom the zones that it has refuse: it may be one that keeps to no hours. `disputed`: the keys of the
 * records of which the product would have decided otherwise; of others there is nothing to look at.
 */
export async function noticeIgnoredHours(
  parts: ZkParts,
  session: ZkSession,
  records: readonly ReportedRecord[],
  disputed: readonly string[],
): Promise<void> {
  const passed = records
    .filter(({ key, opened }) => opened && disputed.includes(key))
    .toSorted((a, b) => Temporal.Instant.compare(b.recognisedAt, a.recognisedAt))
  if (passed.length === 0) return
  const { services, intents } = parts
  const deviceId = session.device.id
  const zk = await findZkDevice(services.db, deviceId)
  if (!zk || dialectOf(zk.type) === 'access') return
  const rights = await rightsOf(parts, session, zk)
  // Its zones are others than those of now.
  if (rights.definitions !== zk.rights_tag?.split(' ')[1]) return
  const timeZone = await timeZoneOf(parts, session, services.clock.now().epochMilliseconds)
  const members = await intents.peopleOf(
    deviceId,
    passed.flatMap(({ number }) => number ?? []),
  )
  const groupsOf = new Map(members.map(({ number, groupIds }) => [number, groupIds]))
  for (const { number, recognisedAt } of passed) {
    const groupIds = groupsOf.get(number ?? 0)
    if (number === null || !groupIds) continue
    const at = Temporal.Instant.from(recognisedAt)
    const before = at.subtract({ minutes: doubtMinutes })
    const isOpen = [before, at, at.add({ minutes: doubtMinutes })].some((one) =>
      rights.mayBeOpen(groupIds, one.toZonedDateTimeISO(timeZone).toPlainDateTime()),
    )
    if (isOpen || !(await hadAllBefore(services.db, deviceId, number, before.toString()))) continue
    // The newest comes first; what a terminal tells late may be older than what is known.
    if (zk.let_pass_at !== null && Temporal.Instant.compare(recognisedAt, zk.let_pass_at) <= 0) return
    services.log.warn({ deviceId }, 'a terminal let somebody pass whom its hours refuse')
    await updateZkDevice(services.db, deviceId, { let_pass_at: recognisedAt })
    await tellFailures(parts, session)
    return
  }
}
