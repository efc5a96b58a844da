import type { PrivacySettings } from '@gatehouse/contract/features/people/notice.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export const upsertSettings = (
  db: Db,
  { asksConsent, contact, additionEn, additionZh, additionZhTw }: PrivacySettings,
) => {
  const addition = { en: additionEn, zh: additionZh, 'zh-tw': additionZhTw }
  const row = { asks_consent: asksConsent, contact, addition: JSON.stringify(addition) }
  return db
    .insertInto('privacy_setting')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute()
}

/** A text stays as it was agreed to; its version is computed from it. */
export const insertText = (db: Db, text: Insertable<Database['consent_text']>) =>
  db
    .insertInto('consent_text')
    .values(text)
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()

export const insertConsent = (db: Db, consent: Insertable<Database['consent']>) =>
  db.insertInto('consent').values(consent).execute()
