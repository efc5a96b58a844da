import type * as contract from '@gatehouse/contract/features/records.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { maxCounted } from '@gatehouse/contract/paging.ts'
import type { Body, Query } from '@gatehouse/contract/route.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint, nameOfActor } from '../../ctx.ts'
import { queueJob } from '../../lib/queue-job.ts'
import { findPeopleByName } from './find-people-reads.ts'
import { countRecords, readRecord, readRecordPage, recordVisibilityOf, selectRecordSettings } from './record-reads.ts'
import {
  countForDeletion,
  insertDeletion,
  lockRecord,
  replaceRecordSettings,
  selectDeletions,
  updateLink,
  updateMisrecognition,
} from './record-store.ts'

const maxCountedDays = 31

/**
 * One page of records, with how many there are where counting is cheap: of everything, of a person or a device along their
 * indexes, and of any filter within a month. A rare filter over years would be looked for in every record.
 */
export async function listRecords(ctx: Ctx, query: Query<typeof contract.listRecords>) {
  const sight = recordVisibilityOf(ctx)
  const page = await readRecordPage(ctx.db, query, sight)
  const { after: _, size: _size, ...filter } = query
  const { from, to, deviceId: _device, personId: _person, ...others } = filter
  const until = to ?? ctx.clock.now().toString()
  const isShort = from !== undefined && Temporal.Instant.from(from).until(until).total('hours') <= maxCountedDays * 24
  const isRare = Object.values(others).some((value) => value !== undefined)
  if (isRare && !isShort) return page
  const { count, isMore } = await countRecords(ctx, { ...filter, exact: false }, sight, maxCounted)
  return { ...page, total: { count, isMore } }
}

/** @throws AppError record.not-found */
export async function getRecord(ctx: Ctx, id: string) {
  const record = await readRecord(ctx.db, id, recordVisibilityOf(ctx))
  if (!record) throw new AppError('record.not-found')
  return record
}

async function lock(ctx: Ctx, id: string) {
  const row = await lockRecord(ctx.db, id)
  if (!row) throw new AppError('record.not-found')
  ctx.audit.item = [row.person_name, row.device_name].filter(Boolean).join(' – ')
  return row
}

type Misrecognition = { type: (typeof contract.misrecognitionTypes)[number]; personId?: string | null | undefined }

/** REC-02, once and for ever. @throws AppError record.not-found, record.marked-already, record.linked-already, person.not-found */
export async function markMisrecognition(ctx: Ctx, id: string, { type, personId }: Misrecognition) {
  const row = await lock(ctx, id)
  if (row.misrecognition !== null) throw new AppError('record.marked-already')
  ctx.audit.facts = { misrecognition: type }
  const now = ctx.clock.now().toString()
  await updateMisrecognition(ctx.db, row, type, nameOfActor(ctx), now)
  if (personId) await link(ctx, row, personId, now)
  await hint(ctx, { to: 'consoles', topic: 'records', id })
  return getRecord(ctx, id)
}

/** @throws AppError record.not-found, record.not-stranger, record.linked-already, person.not-found */
export async function linkStranger(ctx: Ctx, id: string, personId: string) {
  const row = await lock(ctx, id)
  if (row.kind !== personKindCodes.stranger) throw new AppError('record.not-stranger')
  await link(ctx, row, personId, ctx.clock.now().toString())
  await hint(ctx, { to: 'consoles', topic: 'records', id })
  return getRecord(ctx, id)
}

async function link(ctx: Ctx, row: Awaited<ReturnType<typeof lock>>, personId: string, now: string) {
  if (row.linked_by !== null) throw new AppError('record.linked-already')
  const [person] = await findPeopleByName(ctx.db, { id: personId })
  if (!person) throw new AppError('person.not-found')
  ctx.audit.facts = { ...ctx.audit.facts, person: person.name }
  await updateLink(ctx.db, row, personId, nameOfActor(ctx), now)
}

type DeletionRow = Awaited<ReturnType<typeof selectDeletions>>[number]
const toDeletion = (row: DeletionRow) => ({
  id: row.id,
  createdBy: row.created_by,
  createdAt: row.created_at,
  deleted: row.deleted,
  finishedAt: row.finished_at,
})

/**
 * Requests the deletion of the records that a filter finds and that had arrived by `countedAt`; a job does it, and
 * stops at the expected number.
 * @throws AppError record.deletion-unbounded, record.deletion-differs
 */
export async function deleteRecords(
  ctx: Ctx,
  { all, expected, countedAt, ...filter }: Body<typeof contract.deleteRecords>,
) {
  ctx.audit.facts = { filter, records: expected }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (!isFiltered && !all) throw new AppError('record.deletion-unbounded')
  const now = ctx.clock.now()
  const receivedBefore = countedAt && Temporal.Instant.compare(countedAt, now) < 0 ? countedAt : now.toString()
  const found = await countForDeletion(ctx.db, filter, receivedBefore)
  if (found !== expected) throw new AppError('record.deletion-differs', { found, expected })
  const row = await insertDeletion(ctx.db, filter, {
    by: nameOfActor(ctx),
    now: now.toString(),
    receivedBefore,
    expected,
    // A deletion of nothing is done: records that match the filter later are not meant.
    finishedAt: expected === 0 ? now.toString() : null,
  })
  if (expected > 0) await queueJob(ctx, deleteRecordsJob, { id: row.id })
  return toDeletion(row)
}
export const deleteRecordsJob = 'delete-records'

export const listDeletions = async (ctx: Ctx) => (await selectDeletions(ctx.db)).map(toDeletion)

export const getRecordSettings = (ctx: Ctx) => selectRecordSettings(ctx.db)

export async function changeRecordSettings(
  ctx: Ctx,
  settings: contract.RecordSettings,
): Promise<contract.RecordSettings> {
  ctx.audit.changes = changesBetween(await selectRecordSettings(ctx.db), settings)
  await replaceRecordSettings(ctx.db, settings, ctx.clock.now().toString())
  return selectRecordSettings(ctx.db)
}
