import type { ImportRow } from '@gatehouse/contract/features/imports.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export type Run = Awaited<ReturnType<typeof findRun>> & {}
export type Outcome = NonNullable<ImportRow['outcome']>
export type Problem = ImportRow['problems'][number]

/** The lease of a process that works on a run; each step renews it. */
const leaseSeconds = 30

export const insertRun = (db: Db, run: Insertable<Database['import_run']>) =>
  db.insertInto('import_run').values(run).returning('id').executeTakeFirstOrThrow()

export const findRun = (db: Db, id: string) =>
  db.selectFrom('import_run').selectAll().where('id', '=', id).executeTakeFirst()

/** The run, locked until the transaction ends. */
export const lockRun = (db: Db, id: string) =>
  db.selectFrom('import_run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Claims the oldest run of a kind that has work left and no process, for the time of the lease. */
export async function claimRun(db: Db, kind: Run['kind']): Promise<Run | undefined> {
  const { rows } = await sql<{ id: string }>`
    update import_run set lease_until = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from import_run where kind = ${kind} and state in ('uploading', 'running')
        and (lease_until is null or lease_until < now())
        and (state = 'running' or exists (select from import_row r where r.run_id = import_run.id and r.outcome is null))
      order by created_at limit 1 for update skip locked
    ) returning id`.execute(db)
  return rows[0] && findRun(db, rows[0].id)
}

export const endLease = (db: Db, id: string) =>
  db.updateTable('import_run').set({ lease_until: null }).where('id', '=', id).execute()

/** Ends the run unless something is left to do or it ended already. */
export const finishRun = (db: Db, id: string, now: string) =>
  db
    .updateTable('import_run')
    .set({ state: 'done', finished_at: now, lease_until: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('import_row')
            .select('number')
            .whereRef('import_row.run_id', '=', 'import_run.id')
            .where('outcome', 'is', null),
        ),
      ),
    )
    .execute()

export const closeRun = (db: Db, id: string, state: 'running' | 'cancelled', now: string | null) =>
  db.updateTable('import_run').set({ state, finished_at: now }).where('id', '=', id).execute()

export const addToTotal = (db: Db, id: string, count: number) =>
  db
    .updateTable('import_run')
    .set({ total: sql<number>`total + ${count}` })
    .where('id', '=', id)
    .execute()

/** Adds to the counts of results, and notes the speed. */
export const countOutcomes = (db: Db, id: string, outcomes: readonly Outcome[], perSecond?: number | null) =>
  db
    .updateTable('import_run')
    .set({
      created_count: sql<number>`created_count + ${count(outcomes, 'created')}`,
      updated_count: sql<number>`updated_count + ${count(outcomes, 'updated')}`,
      unchanged_count: sql<number>`unchanged_count + ${count(outcomes, 'unchanged')}`,
      failed_count: sql<number>`failed_count + ${count(outcomes, 'failed')}`,
      // A process may work on the run while more pictures arrive: only that process renews the lease and knows the speed.
      ...(perSecond === undefined
        ? {}
        : { per_second: perSecond, lease_until: sql<string>`now() + make_interval(secs => ${leaseSeconds})` }),
    })
    .where('id', '=', id)
    .execute()

const count = (outcomes: readonly Outcome[], wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length

export type NewRow = {
  number: number
  label: Buffer
  labelHash: Buffer | null
  sourceHash: Buffer | null
  outcome: Outcome | null
  problems: readonly Problem[]
  personId: string | null
}

/** Rows that are there already, by number or label, are left alone; gives the numbers of the new ones. */
export async function insertRows(db: Db, runId: string, rows: readonly NewRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const inserted = await db
    .insertInto('import_row')
    .columns(['run_id', 'number', 'label_sealed', 'label_hash', 'source_hash', 'outcome', 'problems', 'person_id'])
    .expression(
      sql`select ${runId}::uuid, * from unnest(
        ${rows.map((row) => row.number)}::int[], ${rows.map((row) => row.label)}::bytea[],
        ${rows.map((row) => row.labelHash)}::bytea[], ${rows.map((row) => row.sourceHash)}::bytea[],
        ${rows.map((row) => row.outcome)}::text[], ${rows.map((row) => JSON.stringify(row.problems))}::jsonb[],
        ${rows.map((row) => row.personId)}::uuid[])`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .execute()
  return new Set(inserted.map(({ number }) => number))
}

export async function lastNumber(db: Db, runId: string): Promise<number> {
  const row = await db
    .selectFrom('import_row')
    .select((select) => select.fn.max('number').as('last'))
    .where('run_id', '=', runId)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** The lines or pictures that failed. */
export async function selectFailedNumbers(db: Db, runId: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('import_row')
    .select('number')
    .where('run_id', '=', runId)
    .where('outcome', '=', 'failed')
    .execute()
  return new Set(rows.map(({ number }) => number))
}

/** Pictures that wait, in their order. */
export const selectWaiting = (db: Db, runId: string, after: number, limit: number) =>
  db
    .selectFrom('import_row')
    .select(['number', 'label_sealed', 'source_hash'])
    .where('run_id', '=', runId)
    .where('number', '>', after)
    .where('outcome', 'is', null)
    .where('source_hash', 'is not', null)
    .orderBy('number')
    .limit(limit)
    .execute()

/** Pictures that wait in the zip: their numbers by the hashes of their names, in hexadecimal. */
export async function selectWaitingLabels(db: Db, runId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_row')
    .select(['number', 'label_hash'])
    .where('run_id', '=', runId)
    .where('outcome', 'is', null)
    .where('source_hash', 'is', null)
    .execute()
  return new Map(rows.map(({ number, label_hash }) => [label_hash?.toString('hex') ?? '', number]))
}

export type Verdict = {
  outcome: Outcome
  problems?: readonly Problem[]
  personId?: string | null
  portrait?: { id: string; pictureHash: Buffer }
  alike?: { personId: string | null; score: number }
}

/** Stores the result of one picture; false when it was finished already. A picture that became a portrait is discarded here. */
export async function settleRow(db: Db, runId: string, number: number, verdict: Verdict): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_row')
    .set({
      outcome: verdict.outcome,
      problems: JSON.stringify(verdict.problems ?? []),
      person_id: verdict.personId ?? null,
      portrait_id: verdict.portrait?.id ?? null,
      picture_hash: verdict.portrait?.pictureHash ?? null,
      ...(verdict.outcome === 'failed' ? {} : { source_hash: null }),
      alike_person_id: verdict.alike?.personId ?? null,
      alike_score: verdict.alike?.score ?? null,
    })
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether one of the person's portraits was made of this very picture. */
export async function isTheirPortrait(db: Db, personId: string, pictureHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('import_row')
    .innerJoin('person_face as f', 'f.image_id', 'import_row.portrait_id')
    .select('number')
    .where('import_row.person_id', '=', personId)
    .where('f.person_id', '=', personId)
    .where('picture_hash', '=', pictureHash)
    .executeTakeFirst()
  return row !== undefined
}

export const upsertPart = (db: Db, part: Insertable<Database['import_part']>) =>
  db
    .insertInto('import_part')
    .values(part)
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'number']).doUpdateSet({ blob_hash: part.blob_hash, byte_size: part.byte_size }),
    )
    .execute()

export const selectParts = (db: Db, runId: string) =>
  db
    .selectFrom('import_part')
    .select(['number', 'blob_hash', 'byte_size'])
    .where('run_id', '=', runId)
    .orderBy('number')
    .execute()

/** Every blob that the run alone knows of. */
export async function selectBlobs(db: Db, runId: string): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select source_hash as hash from import_run where id = ${runId} and source_hash is not null
    union select source_hash from import_row where run_id = ${runId} and source_hash is not null
    union select blob_hash from import_part where run_id = ${runId}`.execute(db)
  return rows.map(({ hash }) => hash)
}

export const deleteRun = (db: Db, id: string) => db.deleteFrom('import_run').where('id', '=', id).execute()

/** Runs that ended before, or whose upload nobody has continued since. */
export const selectOldRuns = (db: Db, before: string) =>
  db
    .selectFrom('import_run')
    .select('id')
    .where((where) =>
      where.or([
        where('finished_at', '<', before),
        where.and([where('state', '=', 'uploading'), where('created_at', '<', before)]),
      ]),
    )
    .limit(100)
    .execute()
