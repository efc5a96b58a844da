import { AppError } from '@gatehouse/contract/errors.ts'
import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { inTransaction } from '../../ctx.ts'
import type { Db } from '../../db/open-database.ts'
import { deleteKeptOff, deleteOldKeptOff } from '../../device-link/outbox/kept-off-store.ts'
import { seal } from '../../lib/seal.ts'
import type { DeviceMember, MemberPage } from '../device-intents.ts'
import { compileZones, type ZkRights } from './compile-zones.ts'
import { followSettings } from './follow-settings.ts'
import { lanes } from './next-command.ts'
import { commandContext } from './queue-context.ts'
import { cardHash } from './card-hash.ts'
import { cameDuring, isAccountedFor } from './check-store.ts'
import { failuresOf } from './failures.ts'
import { divide, hasCome, noteKeptOff } from './presence/keep-off.ts'
import {
  access,
  attendance,
  cardTextOf,
  pinPlace,
  type CommandText,
  type WrittenPerson,
} from './protocol/write-command.ts'
import { timeZoneOf, type ZkParts, type ZkSession } from './zk-session.ts'
import { type Dialect, dialectOf } from './zkteco-make.ts'
import {
  deleteMembers,
  deleteOld,
  findDueHoliday,
  findFailedZone,
  insertCommands,
  replaceCommandsOf,
  replaceZones,
  selectFailed,
  selectLeft,
  selectMembers,
  updateZkDevice,
  upsertMembers,
  type ZkDevice,
} from './zkteco-store.ts'

/** People of one step: their commands are acknowledged before the next step begins. */
export const maxPeople = 40
/** Pages without anything to send that one poll passes over. */
const maxEmptyPages = 20
const keptHours = 1

type Command = Parameters<typeof insertCommands>[2][number]

/**
 * Queues the next step of what a terminal lacks: zones, then people. Nothing of the step before is open. `changed`: nothing was queued, and the
 * row of the terminal is another now.
 */
export async function fillQueue(
  parts: ZkParts,
  session: ZkSession,
  zk: ZkDevice,
): Promise<'queued' | 'changed' | 'same'> {
  const { db, clock } = parts.services
  const deviceId = session.device.id
  let nothing: 'changed' | 'same' = 'same'
  if (zk.next_cursor !== null) {
    nothing = 'changed'
    await parts.events.peopleApplied(
      session.device,
      zk.next_cursor,
      await failuresOf(parts, deviceId, dialectOf(zk.type)),
    )
    await updateZkDevice(db, deviceId, { people_cursor: zk.next_cursor, next_cursor: null })
    await deleteOld(db, deviceId, clock.now().subtract({ hours: keptHours }).toString())
  }
  let cursor = zk.next_cursor ?? zk.people_cursor
  const { settings, ...rights } = await rightsOf(parts, session, zk)
  const [bindings, definitions] = zk.rights_tag?.split(' ') ?? []
  const failedZone = await findFailedZone(db, deviceId)
  const hasHolidays = Object.keys(zk.holiday_numbers).length > 0
  const dueHoliday = hasHolidays ? await findDueHoliday(db, deviceId, clock.now().toString()) : undefined
  if (rights.definitions !== definitions || isTimeAgain(failedZone, clock.now()) || dueHoliday) {
    await queueZones(parts, deviceId, rights, bindings ?? '', (dueHoliday?.tries ?? -1) + 1)
    return 'queued'
  }
  if (await followSettings(parts, session, zk, { settings, definitions: rights.definitions })) return 'queued'
  // Everybody again, whose rights name other zones.
  if (rights.bindings !== bindings) cursor = null
  // From here on changes of people are read: before, one who goes would wait for what was queued above.
  session.havePeopleChanged = false
  for (let page = 0; page < maxEmptyPages; page++) {
    const found = await readPage(parts, deviceId, cursor)
    if (cursor === null) session.urgentCursor ??= await positionOf(parts, session, zk)
    if (!found.isFull && !found.hasMore) session.urgentCursor = undefined
    if (found.upserts.length === 0 && found.removals.length === 0 && found.cursor === cursor) {
      await forgetNumbers(parts, session, rights)
      return nothing
    }
    const generation = zk.generation + (cursor === null ? 1 : 0)
    const change = { generation, rights_tag: tagOf(rights), zone_numbers: JSON.stringify(rights.numbers) }
    if (await queuePage(parts, session, { zk, page: found, rights, change })) return 'queued'
    nothing = 'changed'
    await parts.events.peopleApplied(
      session.device,
      found.cursor,
      await failuresOf(parts, deviceId, dialectOf(zk.type)),
    )
    await updateZkDevice(db, deviceId, { ...change, people_cursor: found.cursor, next_cursor: null })
    zk = { ...zk, generation }
    cursor = found.cursor
  }
  return nothing
}

/** Everybody has been sent with the numbers of now: those of before may be given again, unless somebody's commands failed. */
async function forgetNumbers({ services }: ZkParts, session: ZkSession, { numbers, numbersInUse }: ZkRights) {
  if (Object.keys(numbers).length === Object.keys(numbersInUse).length) return
  const failed = await selectFailed(services.db, session.device.id)
  if (failed.some(({ what }) => !['photo', 'face-removal', 'card', 'pin'].includes(what))) return
  await updateZkDevice(services.db, session.device.id, { zone_numbers: JSON.stringify(numbersInUse) })
  session.hasWork = true
}

/** From where changes of people are looked at who must not wait for everybody. */
async function positionOf(parts: ZkParts, { device }: ZkSession, { people_cursor: cursor }: ZkDevice): Promise<string> {
  if (cursor !== null && !(await readPage(parts, device.id, cursor)).isFull) return cursor
  return parts.intents.position(device.id)
}

/** A terminal that did not take its zones is sent them again after this time. */
const zonesAgainSeconds = 60
const isTimeAgain = (failed: { finished_at: string | null } | undefined, now: Temporal.Instant) =>
  failed?.finished_at != null &&
  Temporal.Instant.from(failed.finished_at).until(now).total('seconds') >= zonesAgainSeconds

/**
 * Queues zones that have changed, ahead of the people whose commands are open: a lockdown does not wait for them. Everybody whose rights
 * name other zones gets them with the next step. Gives whether there are any.
 */
export async function refreshZones(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const [bindings, definitions] = zk.rights_tag?.split(' ') ?? []
  if (bindings === undefined || definitions === undefined) return false
  const rights = await rightsOf(parts, session, zk)
  if (rights.definitions === definitions) return false
  await queueZones(parts, session.device.id, rights, bindings)
  return true
}

const tagOf = ({ bindings, definitions }: ZkRights) => `${bindings} ${definitions}`

export async function readPage(
  { intents, services }: ZkParts,
  deviceId: string,
  cursor: string | null,
): Promise<MemberPage> {
  try {
    return await intents.people(deviceId, cursor ?? undefined, maxPeople)
  } catch (error) {
    // After a restore a position may be of a time that was undone.
    if (!(error instanceof AppError) || error.code !== 'request.invalid' || cursor === null) throw error
    services.log.warn({ deviceId }, 'the position of a terminal among its people is not known: it gets the whole list')
    return intents.people(deviceId, undefined, maxPeople)
  }
}

export async function rightsOf(
  parts: ZkParts,
  session: ZkSession,
  zk: Pick<ZkDevice, 'type' | 'zone_numbers' | 'holiday_numbers'>,
): Promise<ZkRights & { settings: DeviceSettings }> {
  const { access, groupPorts, blacklistGroupIds, settings } = await parts.intents.configuration(session.device.id)
  const now = parts.services.clock.now()
  const zone = await timeZoneOf(parts, session, now.epochMilliseconds)
  const today = now.toZonedDateTimeISO(zone).toPlainDate().toString()
  const numbers = { numbers: zk.zone_numbers, holidayNumbers: zk.holiday_numbers }
  const asked = { rules: access, groupPorts, blacklistGroupIds, isRunning: settings.isRunning, today, ...numbers }
  return { ...compileZones(dialectOf(zk.type), asked), settings }
}

/**
 * Zones go before people, whose rights name them, and before holidays, which name them, too; closing them takes rights away. Those of before
 * that are open are no longer of use. `tries`: so often holidays that close were told before.
 */
async function queueZones(
  { services }: ZkParts,
  deviceId: string,
  { commands, holidays, definitions, numbers, holidayNumbers }: ZkRights,
  bindings: string,
  tries = 0,
) {
  await inTransaction(services, async ({ db }) => {
    const created_at = services.clock.now().toString()
    await replaceZones(db, deviceId, created_at)
    const rows = commands.map((text) => ({
      lane: lanes.zone,
      // A terminal without holidays has its zones in force all the same.
      what: / holiday /.test(text) ? 'holiday' : 'zone',
      created_at,
      text_sealed: sealText(services, text),
    }))
    const ofAll = holidays.map(({ text, closes }) => ({
      lane: lanes.zone,
      what: 'holiday',
      created_at,
      tries: closes ? tries : 0,
      // One that closes is told until it is taken, ever more rarely.
      takes_away: closes,
      text_sealed: sealText(services, text),
    }))
    await insertCommands(db, deviceId, [...rows, ...ofAll])
    const zone_numbers = JSON.stringify(numbers)
    const holiday_numbers = JSON.stringify(holidayNumbers)
    await updateZkDevice(db, deviceId, { rights_tag: `${bindings} ${definitions}`, zone_numbers, holiday_numbers })
  })
}

const sealText = ({ keys }: Pick<ZkParts['services'], 'keys'>, text: CommandText) =>
  seal(keys.column, Buffer.from(text), commandContext)

type Step = {
  zk: ZkDevice
  page: MemberPage
  rights: ZkRights
  change: { generation: number; rights_tag: string; zone_numbers: string }
}

async function queuePage(parts: ZkParts, session: ZkSession, { zk, page, rights, change }: Step): Promise<boolean> {
  const { services } = parts
  const deviceId = session.device.id
  const timeZone = await timeZoneOf(parts, session, services.clock.now().epochMilliseconds)
  return inTransaction(services, async ({ db }) => {
    const numbers = page.upserts.map(({ number }) => number)
    const known = new Map((await selectMembers(db, deviceId, numbers)).map((member) => [member.number, member]))
    const presence = divide(zk, page.upserts, rights, services.clock.now())
    const leaving = await noteKeptOff(db, zk, presence, change.generation)
    await upsertMembers(
      db,
      presence.here.map((member) => ({
        ...memberRow(services, zk, member),
        ...toldOf(zk, known.get(member.number)),
        generation: change.generation,
      })),
    )
    const isLast = page.isFull && !page.hasMore
    const left = isLast ? await selectLeft(db, deviceId, change.generation) : []
    if (isLast) await deleteOldKeptOff(db, deviceId, change.generation)
    await deleteKeptOff(db, deviceId, page.removals)
    const gone = await deleteMembers(db, deviceId, [...page.removals, ...left.map(({ number }) => number)])
    const people = { rights, timeZone, members: presence.here, known, removals: [...leaving, ...gone] }
    if (!(await queuePeople(services, db, zk, people))) return false
    await updateZkDevice(db, deviceId, { ...change, next_cursor: page.cursor })
    return true
  })
}

type People = Pick<Member, 'rights' | 'timeZone'> & {
  members: readonly DeviceMember[]
  /** Those who were sent before, with the portrait that was. */
  known: ReadonlyMap<number, { portrait_id: string | null; has_pin: boolean }>
  removals: readonly number[]
  isUrgent?: boolean
  /** It could not be taken from them, since then. */
  untaken?: Untaken
}

/** Those of whom something was not taken away, by their numbers: since when, how often they were told again, and who of them has a face left. */
type Untaken = {
  tried: ReadonlyMap<number, { created_at: string; tries: number }>
  facesOf: ReadonlySet<number>
}

/** Commands for those who come and who go, in place of those of theirs that are open or failed. Gives whether there are any. */
export async function queuePeople(
  services: ZkParts['services'],
  db: Db,
  zk: ZkDevice,
  { members, removals, known, untaken, ...given }: People,
): Promise<boolean> {
  if (members.length + removals.length === 0) return false
  const dialect = dialectOf(zk.type)
  const now = services.clock.now()
  const facesOf = members.filter((member) => changesFace(member, known, untaken)).map(({ number }) => number)
  const numbers = [...members.map(({ number }) => number), ...removals]
  const replaced = { numbers, facesOf: [...facesOf, ...removals] }
  // Somebody who came back before they were removed is there still.
  const left = await replaceCommandsOf(db, zk.device_id, replaced, now.toString())
  const commands = sealed(services, [
    ...removals.flatMap((number) => removalOf(dialect, number)),
    ...members.flatMap((member) => {
      const { number } = member
      const isThere = (known.has(number) || left.untaken.has(number)) && !left.absent.has(number)
      const hadPortrait = known.get(number)?.portrait_id ?? null
      const isFaceLeft = untaken?.facesOf.has(number) ?? false
      const hasFace = isThere && (hadPortrait !== null || left.facesOf.has(number))
      // Somebody who came back before they were removed has what they were given then.
      const hasPin = known.get(number)?.has_pin ?? (zk.was_given_pins && isThere)
      return commandsFor({ dialect, zk, member, isThere, hadPortrait, hasFace, isFaceLeft, hasPin, now, ...given })
    }),
  ])
  // The terminal has a PIN from now on, or may have one.
  if (!zk.was_given_pins && members.some(isGivenPin)) await updateZkDevice(db, zk.device_id, { was_given_pins: true })
  // A removal that failed before is sent once with each try; a face in the place of another up to five times, as any command.
  const isTaking = ({ takes_away, lane }: Command) => takes_away === true && lane === lanes.removal
  const rows = commands.map((one) => {
    const tried = isTaking(one) && untaken?.tried.get(one.person_number ?? 0)
    return tried ? { ...one, ...tried, is_again: true } : one
  })
  await insertCommands(db, zk.device_id, rows)
  return true
}

/** Somebody on the blacklist is there to be refused. */
const isGivenPin = ({ kind, pin }: Pick<DeviceMember, 'kind' | 'pin'>): boolean =>
  kind !== 'blacklisted' && pin === 'given'

const changesFace = ({ number, portraitId }: DeviceMember, known: People['known'], untaken: Untaken | undefined) =>
  portraitId !== (known.get(number)?.portrait_id ?? null) || untaken?.facesOf.has(number)

/** Removes numbers that a terminal has and should not. */
export async function queueRemovals(
  services: Pick<ZkParts['services'], 'clock' | 'keys'>,
  db: Db,
  zk: ZkDevice,
  removals: readonly number[],
): Promise<void> {
  const dialect = dialectOf(zk.type)
  await replaceCommandsOf(db, zk.device_id, { numbers: removals, facesOf: removals }, services.clock.now().toString())
  const written = removals.flatMap((number) => removalOf(dialect, number))
  await insertCommands(db, zk.device_id, sealed(services, written))
}

/** Closes doors that did not close when they were told first, at these times, and so many times again. */
export async function queueClosing(
  services: Pick<ZkParts['services'], 'clock' | 'keys'>,
  db: Db,
  deviceId: string,
  doors: readonly { port: number | null; created_at: string; tries: number }[],
): Promise<void> {
  const rows = doors.map(({ port, created_at, tries }) => ({
    tries,
    lane: lanes.removal,
    what: 'normal',
    port,
    created_at,
    is_again: true,
    takes_away: true,
    text_sealed: sealText(services, access.open(port ?? 1, 0)),
  }))
  await insertCommands(db, deviceId, rows)
}

/** Removes the faces that were there before those that a terminal did not take: they would go on opening. */
export async function queueFaceRemovals(
  services: Pick<ZkParts['services'], 'clock' | 'keys'>,
  db: Db,
  zk: ZkDevice,
  people: readonly { person_number: number; person_id: string | null }[],
): Promise<void> {
  const dialect = dialectOf(zk.type)
  const written = people.map((one) => faceRemovalOf(dialect, { lane: lanes.removal, ...one }))
  await insertCommands(db, zk.device_id, sealed(services, written))
}

const sealed = (services: Pick<ZkParts['services'], 'clock' | 'keys'>, written: readonly Written[]): Command[] => {
  const created_at = services.clock.now().toString()
  return written.map(({ text, ...command }) => ({
    ...command,
    created_at,
    text_sealed: text === null ? null : sealText(services, text),
  }))
}

/** The position after the last of those to be sent again, whose commands are open. */
const endOfRepairs = 'end'

/** Sends those again whom the terminal lacks by its own word (`check-people.ts`), in steps. Gives whether anything was queued. */
export async function fillRepairs(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { services, events } = parts
  const deviceId = zk.device_id
  if (zk.repair_cursor === endOfRepairs) {
    if (zk.people_cursor !== null)
      await events.peopleApplied(
        session.device,
        zk.people_cursor,
        await failuresOf(parts, deviceId, dialectOf(zk.type)),
      )
    await updateZkDevice(services.db, deviceId, { check_repairs: false, repair_cursor: null })
    return false
  }
  const rights = await rightsOf(parts, session, zk)
  const timeZone = await timeZoneOf(parts, session, services.clock.now().epochMilliseconds)
  let cursor = zk.repair_cursor
  for (let page = 0; page < maxEmptyPages; page++) {
    const found = await readPage(parts, deviceId, cursor)
    cursor = found.hasMore ? found.cursor : endOfRepairs
    const isQueued = await inTransaction(services, async ({ db }) => {
      const numbers = found.upserts.map(({ number }) => number)
      const lacking = new Map(
        (await selectMembers(db, deviceId, numbers))
          .filter((member) => !isAccountedFor(zk.check_number, member) || !member.is_told_same)
          .map((member) => [member.number, member]),
      )
      const lacked = found.upserts.filter(({ number }) => lacking.has(number))
      const presence = divide(zk, lacked, rights, services.clock.now())
      const members = presence.here
      const removals = await noteKeptOff(db, zk, presence, zk.generation)
      const people = { rights, timeZone, members, known: lacking, removals }
      const isAny = await queuePeople(services, db, zk, people)
      await upsertMembers(
        db,
        members.map((member) => ({
          ...memberRow(services, zk, member),
          generation: lacking.get(member.number)?.generation ?? zk.generation,
          told_in_check: zk.check_number,
          is_told_same: true,
        })),
      )
      await updateZkDevice(db, deviceId, { repair_cursor: cursor })
      return isAny
    })
    if (isQueued) return true
    if (cursor === endOfRepairs) break
  }
  return false
}

/** A change of somebody leaves it as it is that the terminal has told of them, and people who come while it is asked are not missing there. */
export const toldOf = (
  zk: Pick<ZkDevice, 'check_number' | 'check_runs'>,
  before: { told_in_check: number | null; is_told_same: boolean } | undefined,
) => ({
  told_in_check: before ? before.told_in_check : zk.check_runs ? cameDuring(zk.check_number) : null,
  is_told_same: before?.is_told_same ?? true,
})

export const memberRow = (
  { keys, clock }: Pick<ZkParts['services'], 'keys' | 'clock'>,
  { device_id, ...zk }: Pick<ZkDevice, 'device_id' | 'type' | 'has_encoded_dates'>,
  { number, personId, portraitId, kind, cardNumber, validFromAt, validToAt, pin }: DeviceMember,
) => ({
  device_id,
  ends_at: isPeriodFollowed(zk)
    ? ([validFromAt, validToAt].find((at) => at !== null && !hasCome(at, clock.now())) ?? null)
    : null,
  number,
  person_id: personId,
  portrait_id: portraitId,
  has_pin: isGivenPin({ kind, pin }),
  card_hash: cardHash(keys, device_id, number, kind === 'blacklisted' ? '' : cardTextOf(cardNumber)),
})

/** An access terminal that takes dates without times lets people pass from the begin of their first day until the end of their last. */
export const knowsDaysOnly = ({ type, has_encoded_dates }: Pick<ZkDevice, 'type' | 'has_encoded_dates'>) =>
  dialectOf(type) === 'access' && !has_encoded_dates
/** The product looks after periods: an attendance terminal may keep to none. */
const isPeriodFollowed = (zk: Pick<ZkDevice, 'type' | 'has_encoded_dates'>) =>
  dialectOf(zk.type) === 'attendance' || knowsDaysOnly(zk)

type Written = {
  lane: number
  what: string
  text: CommandText | null
  person_number: number
  person_id?: string | null
  portrait_id?: string
  /** It is tried until it succeeds (`take-away.ts`). */
  takes_away?: boolean
  gives_pin?: boolean
  /** They have no PIN there once it is done. */
  clears_pin?: boolean
}

/** Without rights nobody passes: those of access terminals go first. A face that stays behind opens nothing. */
function removalOf(dialect: Dialect, number: number): Written[] {
  const of = { lane: lanes.removal, person_number: number, takes_away: true }
  const face = faceRemovalOf(dialect, { lane: lanes.removal, person_number: number })
  return dialect === 'access'
    ? [
        { ...of, what: 'removal', text: access.removeRights(number) },
        face,
        { ...of, what: 'removal', text: access.removePerson(number) },
      ]
    : [face, { ...of, what: 'removal', text: attendance.removePerson(number) }]
}

const faceRemovalOf = (
  dialect: Dialect,
  of: Pick<Written, 'lane' | 'person_number' | 'person_id'>,
): Written & { takes_away: true } => ({
  ...of,
  what: 'face-removal',
  text: (dialect === 'access' ? access : attendance).removePhoto(of.person_number),
  takes_away: true,
})

/** Takes what somebody may pass by from them, and leaves them there. Their open commands would hold it up, or give the rights back. */
export async function queueEnds(
  services: Pick<ZkParts['services'], 'clock' | 'keys'>,
  db: Db,
  deviceId: string,
  people: readonly { number: number; person_id: string }[],
): Promise<void> {
  const numbers = people.map(({ number }) => number)
  await replaceCommandsOf(db, deviceId, { numbers, facesOf: [] }, services.clock.now().toString())
  const rows = people.map(({ number, person_id }) => ({
    lane: lanes.removal,
    what: 'right',
    text: access.removeRights(number),
    person_number: number,
    person_id,
    takes_away: true,
  }))
  await insertCommands(db, deviceId, sealed(services, rows))
}

type Member = {
  dialect: Dialect
  zk: Pick<ZkDevice, 'type' | 'doors' | 'has_encoded_dates'>
  member: DeviceMember
  /** The terminal may have them: the new row takes what it had. */
  isThere: boolean
  hadPortrait: string | null
  /** A face of theirs is there, or may be: one that could not be removed counts. */
  hasFace: boolean
  /** A face of theirs that should be gone is there. */
  isFaceLeft: boolean
  /** A PIN that they were given is there, or may be. */
  hasPin: boolean
  rights: Pick<ZkRights, 'zonesOf' | 'rightsOf'>
  timeZone: string
  now: Temporal.Instant
  /** They are there already, and have other rights now. */
  isUrgent?: boolean
}

/** First the person, then the face, then the rights: a terminal takes them in no other order. */
function commandsFor({ dialect, zk, member, hadPortrait, rights, timeZone, now, ...given }: Member): Written[] {
  const { isThere, hasFace, isFaceLeft, hasPin, isUrgent = false } = given
  const { number, personId, portraitId, pin } = member
  const isBlacklisted = member.kind === 'blacklisted'
  // A terminal that knows days alone would let them pass from midnight, and until midnight.
  const isBefore = knowsDaysOnly(zk) && member.validFromAt !== null && !hasCome(member.validFromAt, now)
  const isBarred = isBlacklisted || isBefore || hasCome(member.validToAt, now)
  const person: WrittenPerson = {
    number,
    name: member.name,
    card: isBlacklisted ? null : member.cardNumber,
    from: localOf(member.validFromAt, timeZone),
    to: localOf(member.validToAt, timeZone),
    isBarred,
    password: isGivenPin(member) ? pinPlace : hasPin ? '' : null,
  }
  const ofPin = { clears_pin: person.password === '', gives_pin: person.password === pinPlace }
  const of = { lane: isBarred || isUrgent ? lanes.removal : lanes.data, person_number: number, person_id: personId }
  const groupIds = isBarred ? [] : member.groupIds
  const isNewFace = portraitId !== null && portraitId !== hadPortrait
  const photo: Written[] = [
    ...((isFaceLeft && !isNewFace) || (portraitId === null && hadPortrait !== null)
      ? [faceRemovalOf(dialect, of)]
      : []),
    ...(isNewFace
      ? [
          {
            ...of,
            lane: lanes.data,
            what: 'photo',
            text: null,
            portrait_id: portraitId,
            // The face that it should replace must go all the same where it is refused.
            takes_away: hasFace,
          },
        ]
      : []),
  ]
  // It has no text, which fails it: the board says why.
  const lackingCard: Written[] =
    person.card && cardTextOf(person.card) === '' ? [{ ...of, lane: lanes.data, what: 'card', text: null }] : []
  const lackingPin: Written[] =
    pin === 'unknown' && !isBlacklisted ? [{ ...of, lane: lanes.data, what: 'pin', text: null }] : []
  const lacking = [...lackingCard, ...lackingPin]
  if (dialect === 'attendance') {
    // Somebody without a zone is not on it (`presence/keep-off.ts`).
    const text = attendance.putPerson(person, rights.zonesOf(groupIds))
    return [{ ...of, what: 'person', text, takes_away: isThere, ...ofPin }, ...photo, ...lacking]
  }
  const own = rights.rightsOf(groupIds, zk.doors)
  return [
    { ...of, what: 'person', text: access.putPerson(person, zk.has_encoded_dates), takes_away: isThere, ...ofPin },
    ...photo,
    { ...of, what: 'right', text: access.removeRights(number), takes_away: isThere },
    ...own.map(({ zone, doors }): Written => ({ ...of, what: 'right', text: access.putRight(number, zone, doors) })),
    ...lacking,
  ]
}

const localOf = (instant: string | null, timeZone: string): Temporal.PlainDateTime | null =>
  instant === null ? null : Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime()
