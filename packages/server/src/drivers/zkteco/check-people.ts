import { createHash } from 'node:crypto'
import { inTransaction } from '../../ctx.ts'
import { noteIsOff } from '../../device-link/outbox/kept-off-store.ts'
import { seal } from '../../lib/seal.ts'
import { givenNumbers } from '../../people/device-numbers.ts'
import { cardHash } from './card-hash.ts'
import { failuresOf } from './failures.ts'
import { queueRemovals } from './fill-queue.ts'
import { lanes } from './next-command.ts'
import { commandContext } from './queue-context.ts'
import { type Fields, fieldOf, numberOf } from './protocol/read-fields.ts'
import { access, attendance } from './protocol/write-command.ts'
import {
  countAll,
  countMembers,
  findAsked,
  forgetMissing,
  hasLost,
  insertSurplus,
  markTold,
  markUnanswered,
  selectSurplus,
} from './check-store.ts'
import { timeZoneOf, type ZkParts, type ZkSession } from './zk-session.ts'
import { dialectOf } from './zkteco-make.ts'
import { findZkDevice, insertCommands, selectMembers, updateZkDevice, type ZkDevice } from './zkteco-store.ts'

/** Minutes after two at night in which terminals are asked, each in its own: they do not all answer at once. */
const nightMinutes = 180
/** A terminal that tells fewer people than it has is asked again after this time at the earliest. */
const againHours = 1
/** Rows of the last record that was taken may be missing further back than that. */
const overlapHours = 25
/** Some terminals acknowledge first and send the rows afterwards. */
const graceMs = 60_000

/** Asks a terminal at night, or when somebody wants it, who is on it and what it has recorded. Gives whether it is asked now. */
export async function beginCheck(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { services } = parts
  const now = services.clock.now()
  const timeZone = await timeZoneOf(parts, session, now.epochMilliseconds)
  if (!zk.check_wanted && !isNight(zk, now, timeZone) && !(await isShort(parts, session, zk, now))) return false
  const local = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDateTime()
  const from = local(Temporal.Instant.from(zk.check_began_at).subtract({ hours: overlapHours }))
  const isAccess = dialectOf(zk.type) === 'access'
  const asked = [
    { what: 'ask-people', text: isAccess ? access.askPeople() : attendance.askPeople() },
    {
      what: 'ask-records',
      text: isAccess ? access.askRecords() : attendance.askRecords(from, local(now.add({ hours: 1 }))),
    },
  ]
  const created_at = now.toString()
  await inTransaction(services, async ({ db }) => {
    await insertCommands(
      db,
      zk.device_id,
      asked.map(({ what, text }) => ({
        lane: lanes.data,
        what,
        created_at,
        text_sealed: seal(services.keys.column, Buffer.from(text), commandContext),
      })),
    )
    await updateZkDevice(db, zk.device_id, {
      check_number: zk.check_number + 1,
      check_began_at: created_at,
      check_runs: true,
      check_told_at: null,
    })
  })
  return true
}

function isNight({ device_id, check_began_at }: ZkDevice, now: Temporal.Instant, timeZone: string): boolean {
  const minute = 120 + (createHash('sha256').update(device_id).digest().readUInt16BE(0) % nightMinutes)
  const local = now.toZonedDateTimeISO(timeZone)
  const today = local.startOfDay().add({ minutes: minute })
  const last = Temporal.ZonedDateTime.compare(today, local) <= 0 ? today : today.subtract({ days: 1 })
  return Temporal.Instant.compare(Temporal.Instant.from(check_began_at), last.toInstant()) < 0
}

/** A terminal that was cleared by hand, or lost people, tells it in its polls, and when it is sent something of theirs. */
async function isShort({ services }: ZkParts, { toldPeople }: ZkSession, zk: ZkDevice, now: Temporal.Instant) {
  const earliest = Temporal.Instant.from(zk.check_began_at).add({ hours: againHours })
  if (Temporal.Instant.compare(now, earliest) < 0) return false
  if (await hasLost(services.db, zk.device_id, zk.check_began_at)) return true
  // Those whom it lacked the last time may be more than it can hold.
  return toldPeople !== null && toldPeople < (await countAll(services.db, zk.device_id)) - zk.check_missing
}

/** Rows with people, which a terminal sends when it is asked: who belongs there, with the card that was sent, and who else is there. */
export async function noteTold(
  { services }: Pick<ZkParts, 'services'>,
  { device }: ZkSession,
  people: readonly Fields[],
): Promise<void> {
  if (people.length === 0) return
  const { db, keys, clock } = services
  const zk = await findZkDevice(db, device.id)
  if (!zk || !zk.check_runs) return
  const told = people.flatMap((fields) => {
    const pin = fieldOf(fields, 'pin')
    return /^[\w.-]{1,24}$/.test(pin) ? [{ pin, number: numberOf(pin), card: cardOf(fields) }] : []
  })
  const members = await selectMembers(
    db,
    device.id,
    told.flatMap(({ number }) => number ?? []),
  )
  const byNumber = new Map(members.map((member) => [member.number, member]))
  const same = { yes: new Set<number>(), no: new Set<number>() }
  const surplus = new Set<string>()
  for (const { pin, number, card } of told) {
    const member = byNumber.get(number ?? 0)
    if (!member) surplus.add(pin)
    else {
      const isSame =
        card === null || !member.card_hash || cardHash(keys, device.id, member.number, card).equals(member.card_hash)
      ;(isSame ? same.yes : same.no).add(member.number)
    }
  }
  await markTold(db, device.id, zk.check_number, [...same.yes], true)
  await markTold(db, device.id, zk.check_number, [...same.no], false)
  await insertSurplus(db, device.id, zk.check_number, [...surplus])
  await updateZkDevice(db, device.id, { check_told_at: clock.now().toString() })
}

/** A card as a terminal tells it: a decimal number, or its four bytes, lowest first, in brackets. null: it tells none. */
function cardOf(fields: Fields): string | null {
  const text = fields.get('card') ?? fields.get('cardno')
  if (text === undefined) return null
  const bytes = /^\[([\da-f]{8})(?:[\da-f]{2})*\]$/i.exec(text)?.[1]
  const decimal = bytes === undefined ? text : String(Buffer.from(bytes, 'hex').readUInt32LE(0))
  return decimal.replace(/^0+/, '')
}

/**
 * Compares, once the terminal has told everything: those whom it lacks or has with another card are sent again, and numbers of the
 * product that do not belong there are removed. People who were enrolled at the terminal stay: an administrator decides about them.
 */
export async function endCheck(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { services } = parts
  const now = services.clock.now()
  const asked = await findAsked(services.db, zk.device_id)
  // Refused for now, it is asked again: nothing waits for that.
  if (asked?.state === 'sent') return false
  const count = await countMembers(services.db, zk.device_id, zk.check_number)
  const lastMs = Math.max(...[asked?.finished_at, zk.check_told_at].map((at) => (at ? msOf(at) : 0)))
  const isWhole = (asked?.code ?? 0) > 0 && count.told + count.surplus >= (asked?.code ?? 0)
  if (asked?.state === 'done' && !isWhole && now.epochMilliseconds - lastMs < graceMs) {
    session.lookAgainMs = now.epochMilliseconds + 5_000
    return false
  }
  const ended = { check_runs: false, check_wanted: false }
  // Nobody at all may also be a terminal that does not answer such a question.
  const isTold = count.told + count.surplus > 0 || session.toldPeople === 0 || count.all === 0
  if (asked?.state !== 'done' || !isTold) {
    services.log.warn({ deviceId: zk.device_id, code: asked?.code }, 'a terminal does not tell who is on it')
    // Somebody asked for it: then it gets everybody.
    if (zk.check_wanted) await forgetMissing(services.db, zk.device_id, zk.check_number)
    const whole = zk.check_wanted ? { people_cursor: null, next_cursor: null } : {}
    await updateZkDevice(services.db, zk.device_id, { ...ended, ...whole })
    session.hasWork = true
    return false
  }
  const surplus = await selectSurplus(services.db, zk.device_id, zk.check_number)
  const given = await givenNumbers(
    services,
    surplus.flatMap((pin) => numberOf(pin) ?? []),
  )
  const { missing, ours } = await inTransaction(services, async (ctx) => {
    await markUnanswered(ctx.db, zk.device_id)
    const missing = await forgetMissing(ctx.db, zk.device_id, zk.check_number)
    // Somebody may have come back while the terminal was telling.
    const back = new Set((await selectMembers(ctx.db, zk.device_id, given)).map(({ number }) => number))
    const ours = given.filter((number) => !back.has(number))
    if (ours.length > 0) await queueRemovals(services, ctx.db, zk, ours)
    await noteIsOff(ctx.db, zk.device_id, ours, false)
    const repairs = missing.length + count.different
    await updateZkDevice(ctx.db, zk.device_id, {
      ...ended,
      ...(hasLostMany(missing.length, count.all, zk) ? zonesAgain(zk) : {}),
      check_missing: repairs,
      check_surplus: ours.length,
      check_strangers: surplus.length - ours.length,
      check_repairs: repairs > 0,
      repair_cursor: null,
    })
    return { missing, ours }
  })
  // The board of people and devices says what the device says, until they have been sent again.
  if (missing.length > 0 && zk.people_cursor !== null) {
    const lost = missing.map((personId) => ({ personId, reason: 'not-on-device' as const }))
    const known = (await failuresOf(parts, zk.device_id, dialectOf(zk.type))).filter(
      ({ personId }) => !missing.includes(personId),
    )
    await parts.events.peopleApplied(session.device, zk.people_cursor, [...known, ...lost])
  }
  return ours.length > 0 || missing.length + count.different > 0
}

/** So many people that its memory was cleared: half of all, or many more than the last time. Somebody whom it can never hold is missing each time. */
const hasLostMany = (missing: number, all: number, { check_missing: before }: ZkDevice) =>
  missing > 0 && (missing * 2 >= all || missing - before >= Math.max(manyPeople, all * manyShare))
const manyPeople = 5
const manyShare = 0.1

/** Zones and holidays may be lost with the people: they are sent again, before them. */
const zonesAgain = ({ rights_tag }: ZkDevice) => {
  const [bindings] = rights_tag?.split(' ') ?? []
  return bindings === undefined ? {} : { rights_tag: `${bindings} again` }
}

const msOf = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds
