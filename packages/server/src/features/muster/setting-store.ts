import type { MusterSettings } from '@gatehouse/contract/features/muster.ts'
import type { Db } from '../../db/open-database.ts'

/** A site where nobody has set anything; the table has the same defaults. */
const unset: MusterSettings = {
  startsByFire: false,
  addsLatecomers: true,
  paperMinutes: null,
  paperMails: [],
  language: 'en',
}

export async function readSettings(db: Db, siteId: string): Promise<MusterSettings> {
  const row = await db.selectFrom('muster_setting').selectAll().where('site_id', '=', siteId).executeTakeFirst()
  if (!row) return unset
  return {
    startsByFire: row.starts_by_fire,
    addsLatecomers: row.adds_latecomers,
    paperMinutes: row.paper_minutes,
    paperMails: row.paper_mails,
    language: row.language,
  }
}

/** `paperNextAt`: when the next paper list is made. */
export async function upsertSettings(db: Db, siteId: string, settings: MusterSettings, paperNextAt: string | null) {
  const columns = {
    starts_by_fire: settings.startsByFire,
    adds_latecomers: settings.addsLatecomers,
    paper_minutes: settings.paperMinutes,
    paper_mails: settings.paperMails,
    language: settings.language,
    paper_next_at: paperNextAt,
  }
  await db
    .insertInto('muster_setting')
    .values({ site_id: siteId, ...columns })
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(columns))
    .execute()
}

/** When the next paper list is made; null: none is. */
export async function readPaperNextAt(db: Db, siteId: string): Promise<string | null> {
  const row = await db
    .selectFrom('muster_setting')
    .select('paper_next_at')
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row?.paper_next_at ?? null
}

/** A site whose paper list is due, locked; undefined: there is none that nobody else makes. */
export const claimDuePaper = (db: Db, now: string) =>
  db
    .selectFrom('muster_setting')
    .select(['site_id', 'paper_minutes'])
    .where('paper_next_at', '<=', now)
    .orderBy('paper_next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const setPaperNextAt = (db: Db, siteId: string, at: string) =>
  db
    .updateTable('muster_setting')
    .set({ paper_next_at: at })
    .where('site_id', '=', siteId)
    .where('paper_minutes', 'is not', null)
    .execute()
