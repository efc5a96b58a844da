import { openedSince } from '@gatehouse/contract/device/outcome-words.ts'
import { inTransaction } from '../../ctx.ts'
import { deleteKeptOff } from '../../device-link/outbox/kept-off-store.ts'
import type { MemberPage } from '../device-intents.ts'
import {
  maxPeople,
  memberRow,
  queueClosing,
  queueFaceRemovals,
  queuePeople,
  readPage,
  rightsOf,
  toldOf,
} from './fill-queue.ts'
import { divide, noteKeptOff } from './presence/keep-off.ts'
import { lanes, peopleAgain } from './next-command.ts'
import { timeZoneOf, type ZkParts, type ZkSession } from './zk-session.ts'
import {
  deleteMembers,
  dropClosings,
  forgetClosings,
  forgetUntaken,
  isTakingAgain,
  selectClosings,
  selectDue,
  selectLeftPeople,
  selectMembers,
  selectOpen,
  selectOpenings,
  selectUntakenFaces,
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
  const open = (await selectOpen(services.db, deviceId)).filter(
    ({ lane, what }) => lane !== lanes.door && what !== 'normal',
  )
  const again = peopleAgain(open.map((row) => ({ isAgain: row.is_again, person: row.person_number })))
  const isFirst = ({ is_again, person_number }: (typeof open)[number]) => !is_again && !again.has(person_number ?? 0)
  if (open.some((row) => row.lane === lanes.removal && isFirst(row))) return true
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
    // A page that comes right after the step under way is part of it: with those who are new nobody is sent twice.
    const taken = page.upserts.filter(({ number }) => follows || known.has(number))
    const presence = divide(zk, taken, rights, services.clock.now())
    const leaving = await noteKeptOff(db, zk, presence, zk.generation)
    await deleteKeptOff(db, deviceId, page.removals)
    const removals = [...leaving, ...(await deleteMembers(db, deviceId, page.removals))]
    const urgent = presence.here.filter(({ number }) => known.has(number))
    const others = presence.here.filter(({ number }) => !known.has(number))
    const given = { rights, timeZone, known }
    await queuePeople(services, db, zk, { ...given, members: urgent, removals, isUrgent: true })
    await queuePeople(services, db, zk, { ...given, members: others, removals: [] })
    await upsertMembers(
      db,
      [...urgent, ...others].map((member) => {
        const before = known.get(member.number)
        return {
          ...memberRow(services, zk, member),
          ...toldOf(zk, before),
          generation: before?.generation ?? zk.generation,
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

/** A door that was told to close is told again after this time, however often: it stands open. */
const closingWaitMs = 30_000
/** People of whom something is taken again at once: each may hold up the others until it is known that no answer comes. */
const maxAgain = 4
const msOf = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds

/**
 * Takes again what a terminal refused or never answered, ever more rarely, for as long as it takes; until then its page tells who may pass as
 * before. People are sent as they stand now: rights of theirs that came after the refusal must not go with it. Gives whether there is anything.
 */
export async function retryUntaken(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { services, events } = parts
  const { db, clock } = services
  const hasFaces = await replaceFaces(parts, zk)
  const hasClosings = await closeAgain(parts, session, zk)
  const left = new Map((await selectLeftPeople(db, zk.device_id)).map((row) => [row.person_number ?? 0, row.since]))
  const leftTold = JSON.stringify([...left])
  if (session.leftTold !== leftTold) await events.peopleLeft(session.device, left)
  session.leftTold = leftTold
  if (left.size === 0) return hasFaces || hasClosings
  const due = (await isTakingAgain(db, zk.device_id)) ? [] : await selectDue(db, zk.device_id, clock.now().toString())
  if (due.length > 0) await takeAgain(parts, session, zk, due)
  return true
}

/**
 * A door that was held open in an emergency and did not close is told again until it does. One that an emergency of since then holds open is
 * told no more. Gives whether there is any.
 */
async function closeAgain(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { services, events } = parts
  const { db, clock } = services
  const closings = await selectClosings(db, zk.device_id)
  if (closings.length === 0) return false
  const openings = await selectOpenings(db, zk.device_id)
  const isHeldOpen = ({ port, created_at }: (typeof closings)[number]) =>
    openings.some(
      (one) => (one.port === null || port === null || one.port === port) && msOf(one.since) >= msOf(created_at),
    )
  const dropped = closings.filter(isHeldOpen)
  const now = clock.now()
  await dropClosings(
    db,
    zk.device_id,
    dropped.map(({ number }) => number),
    now.toString(),
  )
  for (const { command_id: id, finished_at } of dropped)
    if (id !== null && finished_at === null) await events.commandDone(session.device, id, 'failed', openedSince)
  const due = closings.filter(
    (row) =>
      !isHeldOpen(row) && row.finished_at !== null && now.epochMilliseconds - msOf(row.finished_at) >= closingWaitMs,
  )
  if (due.length === 0) return dropped.length < closings.length
  if (due.some(({ tries }) => tries === 0))
    services.log.warn({ deviceId: zk.device_id, doors: due.length }, 'a terminal has not closed its doors: again')
  await inTransaction(services, async (ctx) => {
    await forgetClosings(
      ctx.db,
      zk.device_id,
      due.map(({ number }) => number),
    )
    await queueClosing(
      services,
      ctx.db,
      zk.device_id,
      due.map(({ port, created_at, tries }) => ({ port, created_at, tries: Math.min(tries + 1, maxTries) })),
    )
  })
  return true
}
const maxTries = 10_000

/** A face that a terminal did not take leaves the one that was there before, which must not go on opening. Gives whether there was any. */
async function replaceFaces({ services }: ZkParts, zk: ZkDevice): Promise<boolean> {
  const faces = await selectUntakenFaces(services.db, zk.device_id)
  if (faces.length === 0) return false
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
  return true
}

type Due = Awaited<ReturnType<typeof selectDue>>

async function takeAgain(parts: ZkParts, session: ZkSession, zk: ZkDevice, due: Due): Promise<void> {
  const { services, intents } = parts
  const numbers = [...new Set(due.flatMap(({ person_number: number }) => number ?? []))].slice(0, maxPeople)
  services.log.warn({ deviceId: zk.device_id, people: numbers.length }, 'a terminal has not taken rights away: again')
  const rights = await rightsOf(parts, session, zk)
  const now = services.clock.now()
  // Those who are kept off are removed again, like those who belong there no more.
  const members = divide(zk, await intents.peopleOf(zk.device_id, numbers), rights, now).here
  const timeZone = await timeZoneOf(parts, session, now.epochMilliseconds)
  const tried = triedOf(due)
  const facesOf = new Set(
    due.flatMap(({ what, person_number }) => (what === 'face-removal' ? (person_number ?? []) : [])),
  )
  await inTransaction(services, async ({ db }) => {
    const known = new Map((await selectMembers(db, zk.device_id, numbers)).map((member) => [member.number, member]))
    // People who came or went just now are on their way with the changes.
    const belonging = new Set(members.map(({ number }) => number))
    const those = new Set(numbers.filter((number) => belonging.has(number) === known.has(number)).slice(0, maxAgain))
    const again = members.filter(({ number }) => those.has(number))
    const removals = numbers.filter((number) => those.has(number) && !belonging.has(number))
    const people = { rights, timeZone, members: again, known, removals, isUrgent: true }
    await queuePeople(services, db, zk, { ...people, untaken: { tried, facesOf } })
    await upsertMembers(
      db,
      again.flatMap((member) => {
        const before = known.get(member.number)
        return before ? [{ ...before, ...memberRow(services, zk, member) }] : []
      }),
    )
  })
}

/** Since when each of them should be gone, which stays, and how often they will have been told again. */
function triedOf(due: Due): Map<number, { created_at: string; tries: number }> {
  const tried = new Map<number, { created_at: string; tries: number }>()
  for (const { person_number: number, created_at, tries } of due) {
    const before = tried.get(number ?? 0) ?? { created_at, tries: 0 }
    tried.set(number ?? 0, {
      created_at: msOf(created_at) < msOf(before.created_at) ? created_at : before.created_at,
      tries: Math.min(Math.max(before.tries, tries + 1), maxTries),
    })
  }
  return tried
}
