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
