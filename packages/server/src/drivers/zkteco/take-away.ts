import { inTransaction } from '../../ctx.ts'
import type { MemberPage } from '../device-intents.ts'
import {
  knowsDaysOnly,
  maxPeople,
  memberRow,
  queueClosing,
  queueEnds,
  queueFaceRemovals,
  queuePeople,
  readPage,
  rightsOf,
} from './fill-queue.ts'
import { lanes } from './next-command.ts'
import { timeZoneOf, type ZkParts, type ZkSession } from './zk-session.ts'
import {
  deleteMembers,
  forgetUntaken,
  selectMembers,
  selectOpen,
  selectUntaken,
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
    const urgent = page.upserts.filter(({ number }) => known.has(number))
    // A page that comes right after the step under way is part of it: with those who are new nobody is sent twice.
    const others = follows ? page.upserts.filter(({ number }) => !known.has(number)) : []
    const given = { rights, timeZone, known }
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
const closingWaitMs = 30_000
const maxWaitMs = 6 * 3_600_000
const msOf = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds

type UntakenRow = Awaited<ReturnType<typeof selectUntaken>>[number]

/**
 * Takes again what a terminal refused or never answered, ever more rarely, for as long as it takes; until then its page tells who may pass as
 * before. People are sent as they stand now: rights of theirs that came after the refusal must not go with it. Gives whether there is anything.
 */
export async function retryUntaken(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { services, events } = parts
  const found = await selectUntaken(services.db, zk.device_id)
  if (found.length === 0 && session.leftTold === '[]') return false
  const now = services.clock.now().epochMilliseconds
  await replaceFaces(parts, zk, found)
  await closeAgain(
    parts,
    zk,
    found.filter((row) => row.what === 'normal' && isDueAgain(row, now, closingWaitMs)),
  )
  const untaken = found.filter(({ portrait_id, what }) => portrait_id === null && what !== 'normal')
  const left = leftOf(untaken)
  const leftTold = JSON.stringify([...left])
  if (session.leftTold !== leftTold) await events.peopleLeft(session.device, left)
  session.leftTold = leftTold
  const underWay = new Set(untaken.flatMap((row) => (row.finished_at === null ? (row.person_number ?? []) : [])))
  const due = untaken.filter((row) => isDueAgain(row, now) && !underWay.has(row.person_number ?? 0))
  if (due.length > 0) await takeAgain(parts, session, zk, due)
  return found.length > 0
}

function isDueAgain({ created_at, finished_at }: UntakenRow, nowMs: number, soonestMs = minWaitMs): boolean {
  if (finished_at === null) return false
  const tried = msOf(finished_at) - msOf(created_at)
  return nowMs - msOf(finished_at) >= Math.min(Math.max(tried, soonestMs), maxWaitMs)
}

/** A door that was held open in an emergency and did not close is told again: once each time, ever more rarely. */
async function closeAgain({ services }: ZkParts, zk: ZkDevice, due: readonly UntakenRow[]): Promise<void> {
  if (due.length === 0) return
  services.log.warn({ deviceId: zk.device_id, doors: due.length }, 'a terminal has not closed its doors: again')
  await inTransaction(services, async ({ db }) => {
    await forgetUntaken(
      db,
      zk.device_id,
      due.map(({ number }) => number),
    )
    await queueClosing(services, db, zk.device_id, due)
  })
}

/** A face that a terminal did not take leaves the one that was there before, which must not go on opening. */
async function replaceFaces({ services }: ZkParts, zk: ZkDevice, found: readonly UntakenRow[]): Promise<void> {
  const faces = found.filter(({ portrait_id, finished_at }) => portrait_id !== null && finished_at !== null)
  if (faces.length === 0) return
  const people = faces.flatMap(({ person_number, person_id }) =>
    person_number === null ? [] : [{ person_number, person_id }],
  )
  await inTransaction(services, async ({ db }) => {
    await forgetUntaken(
      db,
      zk.device_id,
      faces.map(({ number }) => number),
    )
    await queueFaceRemovals(services, db, zk, people)
  })
}

async function takeAgain(parts: ZkParts, session: ZkSession, zk: ZkDevice, due: readonly UntakenRow[]): Promise<void> {
  const { services, intents } = parts
  const numbers = [...new Set(due.flatMap(({ person_number: number }) => number ?? []))].slice(0, maxPeople)
  services.log.warn({ deviceId: zk.device_id, people: numbers.length }, 'a terminal has not taken rights away: again')
  const members = await intents.peopleOf(zk.device_id, numbers)
  const rights = await rightsOf(parts, session, zk)
  const timeZone = await timeZoneOf(parts, session, services.clock.now().epochMilliseconds)
  // The time of the first attempt stays: the waits grow with it.
  const since = due.map(({ created_at }) => created_at).toSorted((a, b) => msOf(a) - msOf(b))[0] ?? ''
  const facesOf = new Set(
    due.flatMap(({ what, person_number }) => (what === 'face-removal' ? (person_number ?? []) : [])),
  )
  await inTransaction(services, async ({ db }) => {
    const known = new Map((await selectMembers(db, zk.device_id, numbers)).map((member) => [member.number, member]))
    // People who came or went just now are on their way with the changes.
    const again = members.filter(({ number }) => known.has(number))
    const belonging = new Set(members.map(({ number }) => number))
    const removals = numbers.filter((number) => !belonging.has(number) && !known.has(number))
    const people = { rights, timeZone, members: again, known, removals, isUrgent: true }
    await queuePeople(services, db, zk, { ...people, untaken: { since, facesOf } })
    await upsertMembers(
      db,
      again.flatMap((member) => {
        const before = known.get(member.number)
        return before ? [{ ...before, ...memberRow(services, zk, member) }] : []
      }),
    )
  })
}

/** The numbers of those who may pass as before, with the time since when they should not. */
function leftOf(failed: readonly { person_number: number | null; created_at: string }[]): Map<number, string> {
  const left = new Map<number, string>()
  for (const { person_number: number, created_at: at } of failed) {
    const before = number === null ? undefined : left.get(number)
    if (number !== null && (before === undefined || msOf(at) < msOf(before))) left.set(number, at)
  }
  return new Map([...left].toSorted(([a], [b]) => a - b))
}

/** Takes the rights from people whose periods have ended at a terminal that knows only the day. Gives whether there are any. */
export async function endPeriods({ services }: ZkParts, zk: ZkDevice): Promise<boolean> {
  if (!knowsDaysOnly(zk)) return false
  return inTransaction(services, async ({ db }) => {
    const ended = await takeEnded(db, zk.device_id, services.clock.now().toString())
    await queueEnds(services, db, zk.device_id, ended)
    return ended.length > 0
  })
}
