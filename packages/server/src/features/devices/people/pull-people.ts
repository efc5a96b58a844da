import {
  type DevicePerson,
  type Hashing,
  hashForm,
  type pullPeople as pullRoute,
} from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import type { DeviceMember, MemberPage, PeriodEnd } from '../../../drivers/device-intents.ts'
import { openEmbedding } from '../../../face/open-embedding.ts'
import { knownNumbersOf, numbersOf, peopleOfNumbers } from '../../../people/device-numbers.ts'
import { givenPins } from '../../../people/pin-copies.ts'
import { openCardKey, openPin, openPinKey } from '../../../people/person-columns.ts'
import { hashingOf, ofDevice } from '../../../lib/slow-hash.ts'
import { updateDevice } from '../../../device-link/device-store.ts'
import { type PeopleCursor, decodePeopleCursor, encodePeopleCursor } from '../../../device-link/outbox/people-cursor.ts'
import type { Lane } from './pull-queue.ts'
import {
  type Clock,
  findClock,
  type PulledRow,
  selectBelonging,
  selectChangesAfter,
  selectMembersAfter,
} from './people-pull-store.ts'

type Page = z.output<typeof pullRoute.response>

/** A first question about changes is quick; a whole list, or the rest of many changes, takes many pages. */
export function laneOf(query: { cursor?: string | undefined }): Lane {
  const cursor = query.cursor === undefined ? undefined : decodePeopleCursor(query.cursor)
  return cursor && cursor.fullStart === 0 && cursor.personId === null ? 'quick' : 'bulk'
}

/**
 * One page of the people of a device. Everything is decided by the committed state: the clock is read before the people,
 * so whatever the answer misses has a later revision and comes with the next pull.
 */
export async function pullPeople(
  ctx: Ctx,
  deviceId: string,
  query: { cursor?: string | undefined; limit: number; hashes?: string | undefined; model?: string | undefined },
): Promise<Page> {
  const clock = await findClock(ctx.db, deviceId)
  if (clock === undefined) throw new AppError('device.credentials-wrong')
  const cursor = readCursor(clock, query.cursor)
  const form = formFor(clock, query.hashes)
  if (clock.hashForm !== form || (form === hashForm && !clock.knowsSlowHashes))
    // A device that once knew the slow hash counts as knowing it for ever.
    await updateDevice(ctx.db, deviceId, { hash_form: form, ...(form === hashForm && { knows_slow_hashes: true }) })
  if (form !== formOf(query.hashes))
    ctx.log.warn(
      { deviceId },
      'a device that takes cards and PINs by the slow hash asked for the older form, and did not get it',
    )
  const to = {
    hashing: form === hashForm ? hashingOf(ctx.keys, deviceId) : null,
    knowsSuspensions: clock.abilities.includes('suspensions'),
  }
  const { rows, ...page } = await pullRows(ctx, { deviceId, modelId: query.model ?? null }, cursor, clock, query.limit)
  return { ...page, upserts: rows.map((row) => toPerson(ctx, row, to)), hashing: to.hashing }
}

/** The same for a device that knows people by a number, and takes cards as they stand. */
export async function pullMembers(
  ctx: Ctx,
  deviceId: string,
  position: string | undefined,
  limit: number,
): Promise<MemberPage> {
  const clock = await findClock(ctx.db, deviceId)
  if (clock === undefined) throw new AppError('device.credentials-wrong')
  const cursor = readCursor(clock, position)
  const { rows, removals, ...page } = await pullRows(ctx, { deviceId, modelId: null }, cursor, clock, limit)
  return { ...page, upserts: await toMembers(ctx, rows), removals: await knownNumbersOf(ctx, removals) }
}

/** Those of these numbers who belong on the device now. */
export async function pullMembersOf(ctx: Ctx, deviceId: string, numbers: readonly number[]): Promise<DeviceMember[]> {
  const people = await peopleOfNumbers(ctx, numbers)
  const ids = [...people.values()].map(({ id }) => id)
  return toMembers(ctx, await selectBelonging(ctx.db, deviceId, ids))
}

async function toMembers(ctx: Ctx, rows: readonly PulledRow[]): Promise<DeviceMember[]> {
  const numbers = await numbersOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const pinOf = await givenPins(
    ctx,
    rows.map(({ id, pin_sealed }) => ({ id, hasPin: pin_sealed !== null })),
  )
  return rows.flatMap((row): DeviceMember[] => {
    const number = numbers.get(row.id)
    if (number === undefined) return []
    const end = shorterPeriod(ctx, row)
    return [
      {
        personId: row.id,
        number,
        kind: kindOf(row.kind),
        name: row.name,
        groupIds: row.group_ids,
        validFromAt: row.valid_from,
        validToAt: end?.at ?? null,
        endsBy: end?.by ?? null,
        cardNumber: row.card_number,
        pin: pinOf(row.id),
        portraitId: row.portrait_id,
      },
    ]
  })
}

/** The position after every change so far. */
export async function latestPosition(ctx: Ctx, deviceId: string): Promise<string> {
  const clock = await findClock(ctx.db, deviceId)
  if (clock === undefined) throw new AppError('device.credentials-wrong')
  return encodePeopleCursor({ revision: clock.revision, personId: null, fullStart: 0 })
}

function readCursor(clock: Clock, position: string | undefined): PeopleCursor | undefined {
  const cursor = position === undefined ? undefined : decodePeopleCursor(position)
  const isOurs = cursor && isKnown(clock, cursor.revision) && isKnown(clock, cursor.fullStart)
  if (position !== undefined && !isOurs) throw new AppError('request.invalid', { fields: 'cursor' })
  return cursor
}

type PulledPage = Pick<Page, 'isFull' | 'removals' | 'cursor' | 'hasMore'> & { rows: PulledRow[] }

/** The device, and the model whose templates are wanted; null: the one that it has reported. */
type Puller = { deviceId: string; modelId: string | null }

function pullRows(
  ctx: Ctx,
  puller: Puller,
  cursor: PeopleCursor | undefined,
  clock: Clock,
  limit: number,
): Promise<PulledPage> {
  if (cursor && cursor.fullStart === 0) return pullChanges(ctx, puller, cursor, clock, limit)
  return pullEverybody(ctx, puller, cursor?.personId ?? null, cursor?.fullStart ?? Math.max(clock.revision, 1), limit)
}

/** The form of cards and PINs that a device asks for: without a form, or with an unknown one, it gets the plain one. */
export const formOf = (asked: string | undefined) => (asked === hashForm ? hashForm : 'plain')

/** The form that a device gets: after it once named the slow one it gets no other, or a thief with its secret would just omit the word. */
export const formFor = ({ knowsSlowHashes }: Pick<Clock, 'knowsSlowHashes'>, asked: string | undefined) =>
  knowsSlowHashes ? hashForm : formOf(asked)

/** The hashing of cards and PINs for the device that pulls, and whether it understands suspensions. */
type To = { hashing: Hashing | null; knowsSuspensions: boolean }

/** A revision from the future, or from the time that a restore undid, is of another history: it proves nothing about the device. */
const isKnown = ({ revision, lostAfter, lostUpTo }: Clock, claimed: number) =>
  claimed <= revision && !(lostAfter !== null && lostUpTo !== null && claimed > lostAfter && claimed < lostUpTo)

/** Nothing is later than the clock that was read: most questions are answered by it alone. */
export const isUpToDate = (clock: Clock, { revision, personId, fullStart }: PeopleCursor) =>
  isKnown(clock, revision) && revision === clock.revision && personId === null && fullStart === 0

async function pullEverybody(
  ctx: Ctx,
  puller: Puller,
  after: string | null,
  fullStart: number,
  limit: number,
): Promise<PulledPage> {
  const found = await selectMembersAfter(ctx.db, puller.deviceId, after, limit + 1)
  const ids = found.slice(0, limit)
  const hasMore = found.length > limit
  const next: PeopleCursor = hasMore
    ? { revision: 0, personId: ids.at(-1) ?? null, fullStart }
    : { revision: fullStart, personId: null, fullStart: 0 }
  return {
    isFull: true,
    ...(await splitByBelonging(ctx, puller, ids)),
    cursor: encodePeopleCursor(next),
    hasMore,
  }
}

async function pullChanges(
  ctx: Ctx,
  puller: Puller,
  cursor: PeopleCursor,
  clock: Clock,
  limit: number,
): Promise<PulledPage> {
  const found = isUpToDate(clock, cursor) ? [] : await selectChangesAfter(ctx.db, puller.deviceId, cursor, limit + 1)
  const changes = found.slice(0, limit)
  const hasMore = found.length > limit
  const last = changes.at(-1)
  const next: PeopleCursor =
    hasMore && last
      ? { revision: last.revision, personId: last.person_id, fullStart: 0 }
      : { revision: Math.max(clock.revision, last?.revision ?? 0), personId: null, fullStart: 0 }
  const ids = [...new Set(changes.map((change) => change.person_id))]
  return {
    isFull: false,
    ...(await splitByBelonging(ctx, puller, ids)),
    cursor: encodePeopleCursor(next),
    hasMore,
  }
}

/** People who belong on the device are sent to it, and it deletes the others. */
async function splitByBelonging(
  ctx: Ctx,
  puller: Puller,
  ids: readonly string[],
): Promise<Pick<PulledPage, 'rows' | 'removals'>> {
  const rows = await selectBelonging(ctx.db, puller.deviceId, ids, puller.modelId)
  const belonging = new Set(rows.map((row) => row.id))
  return { rows, removals: ids.filter((id) => !belonging.has(id)) }
}

function toPerson(ctx: Ctx, row: PulledRow, { hashing, knowsSuspensions }: To): DevicePerson {
  const embeddings = openTemplates(ctx, row)
  return {
    id: row.id,
    kind: kindOf(row.kind),
    name: row.name,
    prompt: row.prompt,
    groupIds: row.group_ids,
    validFromAt: row.valid_from,
    ...(knowsSuspensions
      ? { validToAt: row.valid_to, suspensions: row.suspensions, leftAt: row.left_at }
      : { validToAt: shorterPeriod(ctx, row)?.at ?? null, suspensions: [], leftAt: null }),
    portraitId: row.portrait_id,
    displayPortraitId: row.display_portrait_id,
    ...(row.twin_ids.length > 0 && { twinIds: row.twin_ids }),
    embeddings,
    modelId: embeddings.length > 0 ? row.model_id : null,
    passes: row.passes,
    ...credentialsOf(ctx, row, hashing),
  }
}

/**
 * The end of the period for a device that knows no suspensions: the first that lasts or is to come, or the leaving date, shuts its door.
 * After a suspension it is told the usual one (`tellEndedSuspensions`).
 */
function shorterPeriod(
  { clock }: Ctx,
  { valid_to, left_at, suspensions }: PulledRow,
): { at: string; by: PeriodEnd } | undefined {
  const now = clock.now()
  const ends: { at: string | null; by: PeriodEnd }[] = [
    { at: valid_to, by: 'period' },
    { at: left_at, by: 'leaving' },
    ...suspensions
      .filter(({ toAt }) => toAt === null || Temporal.Instant.compare(Temporal.Instant.from(toAt), now) > 0)
      .map(({ fromAt }) => ({ at: fromAt, by: 'suspension' as const })),
  ]
  const [first] = ends
    .flatMap(({ at, by }) => (at === null ? [] : [{ at: Temporal.Instant.from(at), by }]))
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))
  return first && { at: first.at.toString(), by: first.by }
}

/** A device gets one form or the other, never both: while a key is not made yet, the card or PIN is left out, and the new key is a change. */
function credentialsOf(ctx: Ctx, row: PulledRow, hashing: Hashing | null) {
  const pin = openOwnPin(ctx, row)
  if (!hashing) return { cardKey: null, cardHash: row.card_hash, pinKey: null, pin }
  const card = openKey(ctx, row.id, row.card_key_sealed, openCardKey)
  const pinKey = openKey(ctx, row.id, row.pin_key_sealed, openPinKey)
  return {
    cardKey: card && ofDevice(hashing, card),
    cardHash: null,
    pinKey: pinKey && pin && `${pin.split('.')[0] ?? ''}.${ofDevice(hashing, pinKey)}`,
    pin: null,
  }
}

function openKey({ keys, log }: Ctx, personId: string, sealed: Buffer | null, open: typeof openCardKey): Buffer | null {
  if (!sealed) return null
  try {
    return open(keys, sealed)
  } catch (error) {
    log.error({ err: error, personId }, 'the key of a card or a PIN cannot be opened')
    return null
  }
}

/** Base64 of the 512 numbers of each portrait. A damaged template costs this one, not everybody's synchronisation. */
function openTemplates({ keys, log }: Ctx, { face_ids, faces_sealed }: PulledRow): string[] {
  return (face_ids ?? []).flatMap((portraitId, n) => {
    const sealed = faces_sealed?.[n]
    if (!sealed) return []
    try {
      return Buffer.from(openEmbedding(keys, portraitId, sealed).buffer).toString('base64')
    } catch (error) {
      log.error({ err: error, portraitId }, 'a face template cannot be opened')
      return []
    }
  })
}

/** A damaged PIN, as a damaged template, costs this one PIN. */
function openOwnPin({ keys, log }: Ctx, { id, pin_sealed }: PulledRow): string | null {
  try {
    return openPin(keys, pin_sealed)
  } catch (error) {
    log.error({ err: error, personId: id }, 'a PIN cannot be opened')
    return null
  }
}

function kindOf(code: number): DevicePerson['kind'] {
  if (code === personKindCodes.visitor) return 'visitor'
  return code === personKindCodes.blacklisted ? 'blacklisted' : 'staff'
}
