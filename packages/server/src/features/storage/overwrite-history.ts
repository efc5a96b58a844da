import { bytesPerGb, type HistoryKind } from '@gatehouse/contract/features/storage.ts'
import { dropMonth, findOldestMonth, truncateEmptyMonth } from '../../db/month-partitions.ts'
import { deletePeopleBefore, insertOperation } from '../../http/operation-log-store.ts'
import { clearGarbageNow } from '../../blobs/clear-garbage.ts'
import type { DiskProbe } from '../../lib/disk-space.ts'
import { hint, inTransaction, type Services } from '../../ctx.ts'
import { overwriteAlarms } from '../alarms/alarm-actions.ts'
import { overwriteCaptures, overwriteRecords } from '../records/record-actions.ts'
import { selectStorageSettings } from './storage-reads.ts'
import {
  endNotice,
  findOverwrittenUntil,
  noteOverwritten,
  type Overwritten,
  standNotice,
  updateNothingLeft,
} from './storage-store.ts'
import { overwriteUpTo, secondsOfNotice, thresholdsOf } from './thresholds.ts'

export type StorageNeeds = Pick<Services, 'db' | 'blobs' | 'clock' | 'log'> & {
  measureDisk: DiskProbe
  /** The history on that disk: pictures may be in S3, the database on another machine. */
  isHere: { pictures: boolean; database: boolean }
  /** Pictures in one transaction. */
  chunk?: number
}

/** A run ends before the next is due. */
const maxRunMs = 45_000
const rowChunk = 2_000
/** Continues until there is a little more space than the threshold, so that not every minute overwrites a handful. */
const margin = 1.05

/**
 * History that always stays (ADR 0026): pictures of a day, this month and the last of records and alarms, three months
 * of the log.
 */
const keptCaptureHours = 24
const keptMonths = { records: 1, alarms: 1, operations: 3 } as const

/**
 * If the disk has less room than the threshold, and the notice of it has stood for a day (ADR 0052), overwrites
 * history, oldest first: pictures of records, then records, then alarms, then the operation log. Each kind goes a chunk
 * at a time, and one kind is used up before the next begins.
 * @param passedS seconds since the run before, if this process did it: the notice has stood for this time since
 */
export async function overwriteHistory(needs: StorageNeeds, passedS: number, stopping?: AbortSignal): Promise<void> {
  const { db, clock, measureDisk } = needs
  const before = await selectStorageSettings(db)
  const disk = await measureDisk()
  const { overwriteGb } = thresholdsOf(before.settings, disk.totalBytes)
  if (disk.freeBytes >= overwriteGb * bytesPerGb) {
    if (before.noticeS !== null || before.nothingLeftAt !== null)
      await notifyConsoles(needs, () => Promise.all([endNotice(db), updateNothingLeft(db, null)]))
    return
  }
  const noticeS = await standNotice(db, passedS)
  if (before.noticeS === null) await notifyConsoles(needs)
  if (secondsOfNotice(disk, noticeS) > 0) return
  const floor = overwriteUpTo(disk, overwriteGb, noticeS)
  const endsAtMs = performance.now() + maxRunMs
  const isOver = () => stopping?.aborted === true || performance.now() >= endsAtMs
  const mayGoOn = async () => !isOver() && (await measureDisk()).freeBytes < floor * margin
  const { pictures, database } = needs.isHere
  const steps: (() => Promise<Overwritten | undefined>)[] = [
    ...(pictures ? [() => takeCaptures(needs, mayGoOn)] : []),
    ...(database ? [() => takeRows(needs, 'records'), () => takeRows(needs, 'alarms'), () => takeLog(needs)] : []),
  ]
  let hasTaken = false
  for (const step of steps) {
    while (await mayGoOn()) {
      const taken = await step()
      if (!taken) break
      hasTaken = true
      await noteLine(needs, taken)
    }
  }
  if (stopping?.aborted) return
  const isShort = (await measureDisk()).freeBytes < floor
  const isNothingLeft = isShort && !hasTaken
  await notifyConsoles(needs, () => updateNothingLeft(db, isNothingLeft ? clock.now().toString() : null))
}

/** Deletes pictures until there is space, and reports them as one line of the log. */
async function takeCaptures(needs: StorageNeeds, mayGoOn: () => Promise<boolean>): Promise<Overwritten | undefined> {
  const { db, clock } = needs
  const before = clock.now().subtract({ hours: keptCaptureHours }).toString()
  let sum: Overwritten | undefined
  do {
    const since = sum?.untilAt ?? (await findOverwrittenUntil(db, 'captures'))
    const taken = await inTransaction(needs, ({ db }) =>
      overwriteCaptures({ db }, { since, before, limit: needs.chunk ?? 200 }),
    )
    if (!taken) break
    await clearGarbageNow(needs, taken.hashes)
    sum = { kind: 'captures', untilAt: taken.untilAt, items: (sum?.items ?? 0) + taken.items }
  } while (await mayGoOn())
  return sum
}

const overwriters = { records: overwriteRecords, alarms: overwriteAlarms } as const
const tables = { records: 'recognition_record', alarms: 'alarm', operations: 'operation_log' } as const

/** The oldest month of a log, if it is old enough: its first day, and that of the next. */
async function findMonth({ db, clock }: StorageNeeds, kind: keyof typeof tables) {
  const month = await findOldestMonth(db, tables[kind])
  if (month === undefined) return undefined
  const first = Temporal.PlainDate.from(month)
  const thisMonth = clock.now().toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 })
  const next = first.add({ months: 1 })
  if (Temporal.PlainDate.compare(next, thisMonth.subtract({ months: keptMonths[kind] })) > 0) return undefined
  return { from: `${month}T00:00:00Z`, before: `${next.toString()}T00:00:00Z`, month }
}

/** A whole month of records or alarms: a part of it would give the disk nothing back. */
async function takeRows(needs: StorageNeeds, kind: keyof typeof overwriters): Promise<Overwritten | undefined> {
  const found = await findMonth(needs, kind)
  if (!found) return undefined
  let items = 0
  for (let taken = rowChunk; taken === rowChunk; items += taken)
    taken = await inTransaction(needs, ({ db }) => overwriters[kind]({ db }, found.from, found.before, rowChunk))
  await inTransaction(needs, ({ db }) => truncateEmptyMonth(db, tables[kind], found.month))
  return { kind, untilAt: found.before, items }
}

async function takeLog(needs: StorageNeeds): Promise<Overwritten | undefined> {
  const found = await findMonth(needs, 'operations')
  if (!found) return undefined
  const items = await inTransaction(needs, async ({ db }) => {
    const dropped = await dropMonth(db, 'operation_log', found.month)
    if (dropped !== undefined) await deletePeopleBefore(db, found.before)
    return dropped
  })
  return items === undefined ? undefined : { kind: 'operations', untilAt: found.before, items }
}

const events = {
  captures: 'overwrite-captures',
  records: 'overwrite-records',
  alarms: 'overwrite-alarms',
  operations: 'overwrite-operations',
} as const satisfies Record<HistoryKind, string>

/** Writes to the operation log how much was deleted, and up to when. */
async function noteLine({ db, clock, log }: StorageNeeds, taken: Overwritten): Promise<void> {
  log.warn(taken, 'history was overwritten, since the disk is nearly full')
  await inTransaction({ db }, async ({ db }) => {
    await noteOverwritten(db, { ...taken, now: clock.now().toString() })
    await insertOperation(db, {
      actor: { kind: 'system' },
      note: { facts: { overwritten: taken.items, untilAt: taken.untilAt } },
      module: 'storage',
      event: events[taken.kind],
      side: 'system',
      address: '',
      requestId: '',
    })
    await hint({ db }, { to: 'consoles', topic: 'storage' })
  })
}

async function notifyConsoles({ db }: StorageNeeds, change?: () => Promise<unknown>): Promise<void> {
  await change?.()
  await hint({ db }, { to: 'consoles', topic: 'storage' })
}
