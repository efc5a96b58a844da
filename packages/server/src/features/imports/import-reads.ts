import type { ImportRow, ImportRun, listImportRows, listImports } from '@gatehouse/contract/features/imports.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { personKindCodes, personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import type { Run } from './import-store.ts'
import { openLabel } from './row-label.ts'

/**
 * This number of pictures without a person means that the file names are of another kind, and not that somebody is
 * missing.
 */
const minNamelessPictures = 20
/** Cheap conditions come first: the lines are only read while no picture has succeeded. */
const namesNobody = sql<boolean>`kind = 'portraits' and failed_count >= ${minNamelessPictures}
  and created_count + updated_count + unchanged_count = 0
  and exists (select from import_row r where r.run_id = import_run.id
    and r.problems @> '[{"problem": "nobody"}]' offset ${minNamelessPictures - 1})
  and not exists (select from import_row r where r.run_id = import_run.id
    and (r.person_id is not null or r.problems @> '[{"problem": "several"}]'))`.as('names_nobody')

/** An import as screens show it. */
export async function readImport(db: Db, id: string): Promise<ImportRun | undefined> {
  const run = await db.selectFrom('import_run').selectAll().select(namesNobody).where('id', '=', id).executeTakeFirst()
  return run && toImportRun(run)
}

function toImportRun(run: Run & { names_nobody: boolean }): ImportRun {
  const done = run.created_count + run.updated_count + run.unchanged_count + run.failed_count
  const isRunning = run.state === 'uploading' || run.state === 'running'
  return {
    id: run.id,
    kind: run.kind,
    state: run.state,
    name: run.name,
    total: run.total,
    counts: {
      created: run.created_count,
      updated: run.updated_count,
      unchanged: run.unchanged_count,
      failed: run.failed_count,
    },
    secondsLeft: isRunning && run.per_second ? Math.ceil((run.total - done) / run.per_second) : null,
    namesNobody: run.names_nobody,
    ignoredColumns: run.ignored_columns,
    creator: run.creator,
    createdAt: run.created_at,
    finishedAt: run.finished_at,
  }
}

export async function readImports(db: Db, { kind, page, size }: Query<typeof listImports>) {
  const runs = db.selectFrom('import_run').$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'staff'))
  const items = await runs
    .selectAll()
    .select(namesNobody)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await runs.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items: items.map(toImportRun), total: Number(total) }
}

/** The imports that name a person. */
export const readImportsOf = (db: Db, personId: string) =>
  db
    .selectFrom('import_run')
    .select(['id', 'kind', 'name', 'state', 'created_at'])
    .where('id', 'in', (rows) => rows.selectFrom('import_row').select('run_id').where('person_id', '=', personId))
    .orderBy('id')
    .execute()

type Row = {
  number: number
  label_sealed: Buffer
  outcome: ImportRow['outcome']
  problems: ImportRow['problems']
  person_id: string | null
  person_name: string | null
  portrait_id: string | null
  alike_id: string | null
  alike_name: string | null
  alike_kind: number | null
  alike_portrait_id: string | null
  alike_reason: string | null
  alike_score: number | null
}

const alikeKinds = ['staff', 'visitor', 'blacklisted'] as const

function toImportRow(row: Row, keys: InstallKeys): ImportRow {
  const kind = alikeKinds.find((kind) => personKinds.includes(kind) && personKindCodes[kind] === row.alike_kind)
  return {
    number: row.number,
    label: openLabel(keys, row.label_sealed),
    outcome: row.outcome,
    problems: row.problems,
    person:
      row.person_id === null || row.person_name === null
        ? null
        : { id: row.person_id, name: row.person_name, portraitId: row.portrait_id },
    alike:
      kind && row.alike_id !== null && row.alike_name !== null
        ? {
            kind,
            person: { id: row.alike_id, name: row.alike_name, portraitId: row.alike_portrait_id },
            reason: row.alike_reason,
            score: row.alike_score ?? 0,
          }
        : null,
  }
}

const rowColumns = sql`r.number, r.label_sealed, r.outcome, r.problems, p.id as person_id, p.name as person_name, p.portrait_id,
  a.id as alike_id, a.name as alike_name, a.kind as alike_kind, a.portrait_id as alike_portrait_id, r.alike_score,
  (select b.reason from blacklisting b where b.person_id = a.id) as alike_reason`

/** One page of lines in their order. */
export async function readImportRows(
  db: Db,
  keys: InstallKeys,
  runId: string,
  { outcome, page, size }: Query<typeof listImportRows>,
) {
  const where = sql`r.run_id = ${runId} and ${
    outcome === undefined ? sql`true` : outcome === 'waiting' ? sql`r.outcome is null` : sql`r.outcome = ${outcome}`
  }`
  const { rows } = await sql<Row>`
    select ${rowColumns} from import_row r
    left join person p on p.id = r.person_id left join person a on a.id = r.alike_person_id
    where ${where} order by r.number limit ${size} offset ${(page - 1) * size}`.execute(db)
  const { rows: counts } = await sql<{
    total: number
  }>`select count(*)::int as total from import_row r where ${where}`.execute(db)
  return { items: rows.map((row) => toImportRow(row, keys)), total: counts[0]?.total ?? 0 }
}

/** Every line after a number, for files; at most `limit`. */
export async function readRowsAfter(db: Db, keys: InstallKeys, runId: string, after: number, limit: number) {
  const { rows } = await sql<Row & { source_hash: Buffer | null }>`
    select ${rowColumns}, r.source_hash from import_row r
    left join person p on p.id = r.person_id left join person a on a.id = r.alike_person_id
    where r.run_id = ${runId} and r.number > ${after} order by r.number limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...toImportRow(row, keys), sourceHash: row.source_hash }))
}
