import { inTransaction } from '../../ctx.ts'
import type { MemberPage } from '../device-intents.ts'
import {
  knowsDaysOnly,
  maxPeople,
  memberRow,
  queueEnds,
  queuePeople,
  queueRemovals,
  readPage,
  rightsOf,
} from './fill-queue.ts'
import { lanes } from './next-command.ts'
import { timeZoneOf, type ZkParts, type ZkSession } from './zk-session.ts'
import {
  deleteMembers,
  selectFailedRemovals,
  selectMembers,
  selectOpen,
  takeEnded,
  updateZkDevice,
  upsertMembers,
  type ZkDevice,
} from './zkteco-store.ts'

/*
 * Commands that take rights away do not wait for the people who are under way, and are not given up: a terminal that holds its answer back,
 * or refuses once, would otherwise go on opening for somebody who may no longer pass.
 */

/** Changes that no step has taken up yet, from a position that is not one of the whole list; undefined: there is none. */
async function readChanges(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<MemberPage | undefined> {
  for (const cursor of [session.urgentCursor, zk.next_cursor ?? zk.people_cursor]) {
    if (cursor === undefined || cursor === null) continue
    const page = await readPage(parts, zk.device_id, cursor)
    if (!page.isFull) return page
  }
  session.urgentCursor = await parts.intents.position(zk.device_id)
  return undefined
}

/**
 * Queues people who go, and those on the terminal who have changed, ahead of the rest while commands are open. Gives whether more may
 * follow: one step of them is answered before the next.
 */
export async function queueNarrowed(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { services } = parts
  const deviceId = zk.device_id
  const open = (await selectOpen(services.db, deviceId)).filter(({ lane }) => lane !== lanes.door)
  if (open.some(({ lane }) => lane === lanes.removal)) return true
  // Nothing is in the way: the next step takes them.
  if (open.length === 0 && session.urgentCursor === undefined) return false
  const page = await readChanges(parts, session, zk)
  if (!page) return false
  const rights = await rightsOf(parts, session, zk)
  const timeZone = await timeZoneOf(parts, session, services.clock.now().epochMilliseconds)
  const follows = session.urgentCursor === undefined
  const isTaken = await inTransaction(services, async ({ db }) => {
    const numbers = [...page.upserts.map(({ number }) => number), ...page.removals]
    const known = new Map((await selectMembers(db, deviceId, numbers)).map((member) => [member.number, member]))
    if (known.size === 0) return false
    const removals = await deleteMembers(db, deviceId, page.removals)
    const hadPortrait = (number: number) => known.get(number)?.portrait_id ?? null
    const urgent = page.upserts.filter(({ number }) => known.has(number))
    // A page that comes right after the step under way is part of it: with those who are new nobody is sent twice.
    const others = follows ? page.upserts.filter(({ number }) => !known.has(number)) : []
    const given = { rights, timeZone, hadPortrait }
    await queuePeople(services, db, zk, { ...given, members: urgent, removals, isUrgent: true })
    await queuePeople(services, db, zk, { ...given, members: others, removals: [] })
    await upsertMembers(
      db,
      [...urgent, ...others].map((member) => {
        const before = known.get(member.number)
        return {
          ...memberRow(services, zk, member),
          generation: before?.generation ?? zk.generation,
          told_in_check: before?.told_in_check ?? null,
          is_told_same: before?.is_told_same ?? true,
        }
      }),
    )
    const zone_numbers = JSON.stringify(rights.numbers)
    await updateZkDevice(db, deviceId, { zone_numbers, ...(follows ? { next_cursor: page.cursor } : {}) })
    return true
  })
  if (isTaken && follows) zk.next_cursor = page.cursor
  else session.urgentCursor = page.cursor
  return page.hasMore
}

const minWaitMs = 600_000
const maxWaitMs = 6 * 3_600_000
const msOf = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds

/**
 * Sends removals again that the terminal refused or never answered, ever more rarely, for as long as it takes; until then its page tells
 * who is still there.
 */
export async function retryRemovals({ services, events }: ZkParts, session: ZkSession, zk: ZkDevice): Promise<void> {
  const now = services.clock.now().epochMilliseconds
  const failed = await selectFailedRemovals(services.db, zk.device_id)
  const left = leftOf(failed)
  const leftTold = JSON.stringify([...left])
  if (session.leftTold !== leftTold) await events.peopleLeft(session.device, left)
  session.leftTold = leftTold
  const isDue = ({ created_at, finished_at }: (typeof failed)[number]) => {
    if (finished_at === null) return false
    const tried = msOf(finished_at) - msOf(created_at)
    return now - msOf(finished_at) >= Math.min(Math.max(tried, minWaitMs), maxWaitMs)
  }
  const due = failed.filter(isDue)
  const numbers = [...new Set(due.flatMap(({ person_number: number }) => number ?? []))].slice(0, maxPeople)
  if (numbers.length === 0) return
  services.log.warn({ deviceId: zk.device_id, people: numbers.length }, 'a terminal has not removed people: again')
  // The time of the first attempt stays: the waits grow with it.
  const since = due.map(({ created_at }) => created_at).toSorted((a, b) => msOf(a) - msOf(b))[0]
  await inTransaction(services, ({ db }) => queueRemovals(services, db, zk, numbers, since))
}

/** The numbers that were not removed, with the time since when they should be gone. */
function leftOf(failed: readonly { person_number: number | null; created_at: string }[]): Map<number, string> {
  const left = new Map<number, string>()
  for (const { person_number: number, created_at: at } of failed) {
    const before = number === null ? undefined : left.get(number)
    if (number !== null && (before === undefined || msOf(at) < msOf(before))) left.set(number, at)
  }
  return new Map([...left].toSorted(([a], [b]) => a - b))
}

/** Takes the rights from people whose periods have ended at a terminal that knows only the day. */
export async function endPeriods({ services }: ZkParts, zk: ZkDevice): Promise<void> {
  if (!knowsDaysOnly(zk)) return
  await inTransaction(services, async ({ db }) => {
    const ended = await takeEnded(db, zk.device_id, services.clock.now().toString())
    await queueEnds(services, db, zk.device_id, ended)
  })
}
