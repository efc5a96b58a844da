import { AppError } from '@gatehouse/contract/errors.ts'
import type { DbPool } from '../../../db/open-database.ts'
import type { Services } from '../../../ctx.ts'
import { nameNobodyElsewhere } from './name-nobody-elsewhere.ts'
import type { RecordRow } from './record-rows.ts'
import { type MovingRecord, movePeople, readKnownRecords } from '../../inside/inside-actions.ts'
import { followPassages } from '../../muster/muster-actions.ts'
import { insertRecords, type Progress } from '../stored-record-store.ts'

export type Outcome = { stored: number; known: number; storedSequence: number }

/**
 * Stores records, many requests in one transaction: while one transaction is on its way to the disk, the requests that
 * arrive wait for the next. Every request is answered after its own commit: all of its records are stored, or none.
 */
export type RecordWriter = {
  /** @throws AppError device.credentials-wrong when the device was unbound meanwhile */
  write(deviceId: string, rows: readonly RecordRow[]): Promise<Outcome>
}

type WriterServices = Pick<Services, 'db' | 'clock' | 'log'> & {
  pool: DbPool
  /** Called after records have moved people. */
  peopleMoved: () => void
}

type Batch = { deviceId: string; rows: readonly RecordRow[]; done: PromiseWithResolvers<Outcome> }

/** Rows in one transaction; more make the statement slower, not faster. */
const maxRows = 4_000
/** Two, so that one can be prepared while the other is on its way to the disk. */
const maxUnderWay = 2

export function createRecordWriter(services: WriterServices): RecordWriter {
  let waiting: Batch[] = []
  let underWay = 0
  // A device is in one transaction at a time: two would wait for each other, and its records would be stored out of
  // order.
  const busy = new Set<string>()

  function next(): void {
    if (underWay >= maxUnderWay || waiting.length === 0) return
    const { taken, left } = take(waiting, busy)
    if (taken.length === 0) return
    waiting = left
    underWay++
    for (const { deviceId } of taken) busy.add(deviceId)
    store(services, taken)
      .catch((error: unknown) => fail(services, taken, error))
      .finally(() => {
        underWay--
        for (const { deviceId } of taken) busy.delete(deviceId)
        next()
      })
  }

  return {
    write(deviceId, rows) {
      const done = Promise.withResolvers<Outcome>()
      waiting.push({ deviceId, rows, done })
      // A turn of the event loop later: requests that were read together are stored together.
      if (underWay < maxUnderWay) setImmediate(next)
      return done.promise
    },
  }
}

function take(waiting: readonly Batch[], busy: ReadonlySet<string>): { taken: Batch[]; left: Batch[] } {
  const taken: Batch[] = []
  const left: Batch[] = []
  let rows = 0
  for (const batch of waiting) {
    const fits = taken.length === 0 || rows + batch.rows.length <= maxRows
    if (!fits || busy.has(batch.deviceId)) left.push(batch)
    else {
      taken.push(batch)
      rows += batch.rows.length
    }
  }
  return { taken, left }
}

async function store({ db, pool, clock, log, peopleMoved }: WriterServices, batches: readonly Batch[]): Promise<void> {
  const rows = batches.flatMap(({ deviceId, rows }) => rows.map((row) => ({ deviceId, row })))
  await nameNobodyElsewhere(db, rows)
  const { progress, placed } = await insertRecords({ db, pool }, rows, clock.now().toString())
  const passages = await readPassages(db, progress, placed)
  // Before they are acknowledged: what fails here is sent again, and a record moves a person once.
  if (await movePeople({ db }, passages)) peopleMoved()
  await followPassages({ db, clock }, passages)
  for (const [deviceId, { missing }] of progress)
    if (missing > 0) log.debug({ deviceId, missing }, 'records of a device are missing')
  // The same record may have arrived in two requests at once: it counts as new for the first.
  const counted = new Set<string>()
  for (const { deviceId, rows, done } of batches) {
    const device = progress.get(deviceId)
    if (device) done.resolve(outcomeOf(device, rows, counted))
    else done.reject(new AppError('device.credentials-wrong'))
  }
}

type Placed = { deviceId: string; row: MovingRecord }

/**
 * The records as they are stored: of one that was known before, whatever the device says of it now, what it said first. A record of another
 * device with the same id is not this one's.
 */
async function readPassages(
  db: Services['db'],
  progress: ReadonlyMap<string, Progress>,
  placed: readonly Placed[],
): Promise<Placed[]> {
  const seen = new Set<string>()
  const isNew = ({ deviceId, row: { id } }: Placed) => {
    const device = progress.get(deviceId)
    return device !== undefined && (device.newIds === null || device.newIds.has(id)) && !seen.has(id) && seen.add(id)
  }
  const fresh = placed.filter((one) => isNew(one))
  if (fresh.length === placed.length) return fresh
  const isFresh = new Set(fresh)
  const known = Map.groupBy(
    placed.filter((one) => progress.has(one.deviceId) && !isFresh.has(one)),
    ({ deviceId }) => deviceId,
  )
  const stored = await Promise.all(
    [...known].map(([deviceId, rows]) =>
      readKnownRecords(
        { db },
        deviceId,
        rows.map(({ row }) => ({ recordId: row.id, at: row.recognisedAt })),
      ),
    ),
  )
  return [...fresh, ...stored.flat()]
}

function outcomeOf({ newIds, storedSequence }: Progress, rows: readonly RecordRow[], counted: Set<string>): Outcome {
  if (newIds === null) return { stored: rows.length, known: 0, storedSequence }
  const stored = rows.filter(({ id }) => newIds.has(id) && !counted.has(id) && counted.add(id)).length
  return { stored, known: rows.length - stored, storedSequence }
}

/** One request must not fail the others of its transaction: after a failure each is stored alone. */
async function fail(services: WriterServices, batches: readonly Batch[], error: unknown): Promise<void> {
  if (batches.length === 1) return batches[0]?.done.reject(error)
  services.log.warn(
    { err: error, batches: batches.length },
    'records could not be stored together; each request is tried alone',
  )
  for (const batch of batches) await store(services, [batch]).catch((cause: unknown) => batch.done.reject(cause))
}
