import { inTransaction } from '../../../ctx.ts'
import { deleteKeptOff, selectKeptOffUntil } from '../../../device-link/outbox/kept-off-store.ts'
import { tellFailures } from '../failures.ts'
import { knowsDaysOnly, maxPeople, memberRow, queueEnds, queuePeople, rightsOf, toldOf } from '../fill-queue.ts'
import { divide, hasCome, noteKeptOff } from './keep-off.ts'
import { timeZoneOf, type ZkParts, type ZkSession } from '../zk-session.ts'
import { dialectOf } from '../zkteco-make.ts'
import { selectEnding, selectMembers, setEnd, upsertMembers, type ZkDevice } from '../zkteco-store.ts'

/** Follows periods that have ended or begun where a terminal does not. Gives whether anything was queued. */
export async function followPeriods(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  if (dialectOf(zk.type) === 'attendance') return followPresence(parts, session, zk)
  return knowsDaysOnly(zk) && followTimes(parts, session, zk)
}

/** At a terminal that knows only the days of a period: takes the rights from people when it ends, and gives them when it begins. */
async function followTimes(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { services, intents } = parts
  const now = services.clock.now()
  const due = await selectEnding(services.db, zk.device_id, now.toString(), maxPeople)
  if (due.length === 0) return false
  const members = await intents.peopleOf(zk.device_id, due)
  const rights = await rightsOf(parts, session, zk)
  const timeZone = await timeZoneOf(parts, session, now.epochMilliseconds)
  const begun = members.filter(
    ({ validFromAt, validToAt }) => (validFromAt === null || hasCome(validFromAt, now)) && !hasCome(validToAt, now),
  )
  return inTransaction(services, async ({ db }) => {
    const known = new Map((await selectMembers(db, zk.device_id, due)).map((member) => [member.number, member]))
    const ended = [...known.values()].filter(({ number }) => !begun.some((member) => member.number === number))
    await queueEnds(services, db, zk.device_id, ended)
    await queuePeople(services, db, zk, { rights, timeZone, known, members: begun, removals: [] })
    for (const number of due) await setEnd(db, zk.device_id, number, null)
    for (const member of begun) await setEnd(db, zk.device_id, member.number, memberRow(services, zk, member).ends_at)
    return known.size > 0
  })
}

/**
 * Removes those from an attendance terminal whose periods have ended, and sends those whose periods have begun, as they stand now: what was known of
 * them when they were sent decides only when they are looked at. The mark that somebody is looked at goes with the commands, in one transaction.
 */
async function followPresence(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { services, intents } = parts
  const deviceId = zk.device_id
  const now = services.clock.now()
  const ending = await selectEnding(services.db, deviceId, now.toString(), maxPeople)
  const beginning = await selectKeptOffUntil(services.db, deviceId, now.toString(), maxPeople)
  const due = [...new Set([...ending, ...beginning])]
  if (due.length === 0) return false
  const members = await intents.peopleOf(deviceId, due)
  const rights = await rightsOf(parts, session, zk)
  const timeZone = await timeZoneOf(parts, session, now.epochMilliseconds)
  const isQueued = await inTransaction(services, async ({ db }) => {
    const known = new Map((await selectMembers(db, deviceId, due)).map((member) => [member.number, member]))
    const presence = divide(zk, members, rights, now)
    const removals = await noteKeptOff(db, zk, presence, zk.generation)
    const coming = presence.here.filter(({ number }) => !known.has(number))
    const isQueued = await queuePeople(services, db, zk, { rights, timeZone, known, members: coming, removals })
    await upsertMembers(
      db,
      coming.map((member) => ({
        ...memberRow(services, zk, member),
        ...toldOf(zk, undefined),
        generation: zk.generation,
      })),
    )
    for (const member of presence.here)
      if (known.has(member.number))
        // Nothing else of them: a change that came meanwhile is on its way, with what was sent before as it stands here.
        await setEnd(db, deviceId, member.number, memberRow(services, zk, member).ends_at)
    // Those who belong here no more go with the changes.
    const others = due.filter((number) => !members.some((member) => member.number === number))
    for (const number of others) await setEnd(db, deviceId, number, null)
    await deleteKeptOff(db, deviceId, others)
    return isQueued
  })
  await tellFailures(parts, session)
  return isQueued
}
