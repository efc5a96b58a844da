import type { HistoryKind, StorageSettings } from '@gatehouse/contract/features/storage.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export const replaceStorageSettings = (db: Db, { warnGb, overwriteGb }: StorageSettings, now: string) =>
  db
    .updateTable('storage_setting')
    .set({ own_warn_gb: warnGb, own_overwrite_gb: overwriteGb, updated_at: now })
    .execute()

/** Adds seconds to the time for which the notice has stood. Gives the total: none when it has just begun. */
export async function standNotice(db: Db, moreS: number): Promise<number> {
  const { notice_s } = await db
    .updateTable('storage_setting')
    .set({ notice_s: sql<number>`coalesce(notice_s + ${moreS}::integer, 0)` })
    .returning('notice_s')
    .executeTakeFirstOrThrow()
  return notice_s ?? 0
}

/** The next notice counts from its own beginning. */
export const endNotice = (db: Db) => db.updateTable('storage_setting').set({ notice_s: null }).execute()

/** The time since when nothing is left to overwrite, or null: there is something, or none is needed. */
export const updateNothingLeft = (db: Db, at: string | null) =>
  db
    .updateTable('storage_setting')
    .set({ nothing_left_at: at === null ? null : sql<string>`coalesce(nothing_left_at, ${at})` })
    .where(at === null ? sql<boolean>`nothing_left_at is not null` : sql<boolean>`true`)
    .execute()

/** Adds one sample of the free space; deletes those older than a month. */
export async function insertSample(db: Db, sample: { at: string; freeBytes: number; totalBytes: number }) {
  await db
    .insertInto('storage_sample')
    .values({ at: sample.at, free_bytes: sample.freeBytes, total_bytes: sample.totalBytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .deleteFrom('storage_sample')
    .where('at', '<', sql<string>`${sample.at}::timestamptz - interval '30 days'`)
    .execute()
}

export const findOverwrittenUntil = async (db: Db, kind: HistoryKind) =>
  (await db.selectFrom('storage_overwritten').select('until_at').where('kind', '=', kind).executeTakeFirst())?.until_at

export const noteOverwritten = (db: Db, { kind, untilAt, items, now }: Overwritten & { now: string }) =>
  sql`
    insert into storage_overwritten as s (kind, until_at, items, last_at) values (${kind}, ${untilAt}, ${items}, ${now})
    on conflict (kind) do update set until_at = greatest(s.until_at, excluded.until_at), items = s.items + excluded.items,
      last_at = excluded.last_at`.execute(db)

export type Overwritten = { kind: HistoryKind; untilAt: string; items: number }
