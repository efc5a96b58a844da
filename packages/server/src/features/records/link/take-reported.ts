import { highestSequence, maxRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import type { Reason } from '@gatehouse/engine/passage/may-pass.ts'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { readJpeg } from '../../../device-link/read-jpeg.ts'
import { readRecordProgress } from '../../../device-link/progress-store.ts'
import type { ReportedRecord, Stored } from '../../../drivers/device-events.ts'
import { uuidOf } from '../../../lib/uuid-of.ts'
import { givenNumbers, type NumberedPerson, peopleOfNumbers } from '../../../people/device-numbers.ts'
import { keepsCaptures, selectPlaces, updateCapture } from '../stored-record-store.ts'
import { pushRecords } from './push-records.ts'
import type { RecordWriter } from './record-writer.ts'
import type { RecordRow } from './record-rows.ts'

/** The server's own decision, where it is otherwise. */
type Judge = (passage: {
  personId: string
  at: Temporal.Instant
  opened: boolean
  port: number | null
}) => Promise<readonly Reason[]>

const wayCodes = { entry: 1, exit: 2 } as const

/**
 * Stores the records of a device that knows people by a number and names its records in its own way. They get ids of those names, so that
 * the same record is stored once however often it comes, and numbers in the order of arrival. Gives the rows, too, also of records that were known,
 * and the keys of new ones that the server would have decided otherwise.
 */
export async function takeReported(
  ctx: Ctx,
  writer: RecordWriter,
  deviceId: string,
  reported: readonly ReportedRecord[],
  judge: Judge,
): Promise<Stored & { rows: RecordRow[]; disputed: string[] }> {
  const outcome = { stored: 0, known: 0, refused: [] as string[], rows: [] as RecordRow[], disputed: [] as string[] }
  const byId = new Map(reported.map((record) => [recordId(deviceId, record.key), record]))
  outcome.known = reported.length - byId.size
  const people = await peopleOfNumbers(
    ctx,
    reported.flatMap(({ number }) => number ?? []),
  )
  const unnamed = reported.flatMap(({ number }) => (number !== null && !people.has(number) ? [number] : []))
  const erased = new Set(await givenNumbers(ctx, [...new Set(unnamed)]))
  const entries = [...byId]
  for (let from = 0; from < entries.length; from += maxRecords) {
    const batch = entries.slice(from, from + maxRecords)
    const places = await selectPlaces(
      ctx.db,
      batch.map(([id]) => id),
    )
    const progress = Math.min(await readRecordProgress(ctx.db, deviceId), highestSequence - maxRecords - 1)
    const records: WireRecord[] = []
    let fresh = 0
    for (const [id, record] of batch) {
      // A stored record goes on its way again, with its own number and time: the request that stored it may have failed afterwards.
      const place = places.get(id)
      const wire = toWire({ id, sequence: progress + 1 }, record, { people, erased })
      const reasons = place ? [] : await reasonsOf(wire, record.port, judge)
      if (reasons.length > 0) outcome.disputed.push(record.key)
      records.push(place ? { ...wire, ...place, capture: null } : { ...wire, sequence: progress + ++fresh, reasons })
    }
    const doors = new Map(batch.map(([id, { port, way }]) => [id, { port, way: way && wayCodes[way] }]))
    const { outcome: part, rows } = await pushRecords(ctx, writer, deviceId, { records, refusesSingly: true }, doors)
    outcome.stored += part.stored
    outcome.known += part.known
    outcome.rows.push(...rows)
    for (const { index } of part.refused) outcome.refused.push(batch[index]?.[1].key ?? '')
  }
  return outcome
}

async function reasonsOf(
  { personId, recognisedAt, opened }: WireRecord,
  port: number | null,
  judge: Judge,
): Promise<WireRecord['reasons']> {
  const at = instantOf(recognisedAt)
  return personId === null || at === undefined ? [] : [...(await judge({ personId, at, opened, port }))]
}

/** A time that is none refuses the record later. */
function instantOf(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return undefined
  }
}

/** The picture of a record that was stored without it. Gives whether it was taken. */
export async function takePicture(ctx: Ctx, deviceId: string, key: string, picture: Buffer): Promise<boolean> {
  const jpeg = readJpeg(picture.toString('base64'))
  if (!jpeg || !(await keepsCaptures(ctx.db))) return false
  const hash = await ctx.blobs.put(jpeg)
  return inTransaction(ctx, ({ db }) => updateCapture(db, deviceId, recordId(deviceId, key), hash))
}

const recordId = (deviceId: string, key: string) => uuidOf(deviceId, 'record', key)

type KnownNumbers = { people: ReadonlyMap<number, NumberedPerson>; erased: ReadonlySet<number> }

function toWire(
  place: Pick<WireRecord, 'id' | 'sequence'>,
  { number, isKnownThere, recognisedAt, entryMode, opened, abnormal, capture }: ReportedRecord,
  { people, erased }: KnownNumbers,
): WireRecord {
  const person = number === null ? undefined : people.get(number)
  // The person of a number that the product gave was deleted: of them nothing new is kept. Any other number is one of the device's own.
  const wasErased = number !== null && erased.has(number)
  const isTheirs = isKnownThere && !person && !wasErased
  return {
    ...place,
    kind: person?.kind ?? (isKnownThere ? 'staff' : 'stranger'),
    personId: person?.id ?? null,
    recognisedAt,
    entryMode,
    cosine: null,
    liveness: null,
    opened,
    abnormal: isTheirs && opened && abnormal === 'none' ? 'known-at-device' : abnormal,
    reasons: [],
    capture: wasErased ? null : (capture?.toString('base64') ?? null),
    faceBox: null,
    candidates: [],
  }
}
