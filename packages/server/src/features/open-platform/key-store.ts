import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

/** All columns but the secrets. */
const columns = [
  'id',
  'application_id',
  'name',
  'app_key',
  'scopes',
  'previous_valid_to',
  'created_by',
  'created_at',
  'rotated_at',
  'last_used_at',
] as const

export const selectKeys = (db: Db, applicationId: string) =>
  db.selectFrom('open_key').select(columns).where('application_id', '=', applicationId).orderBy('id').execute()

export type KeyRow = Awaited<ReturnType<typeof selectKeys>>[number]

export const insertKey = (db: Db, row: Insertable<Database['open_key']>): Promise<KeyRow> =>
  db.insertInto('open_key').values(row).returning(columns).executeTakeFirstOrThrow()

/** undefined: no such key. */
export const updateKeyRow = (db: Db, id: string, change: Updateable<Database['open_key']>) =>
  db.updateTable('open_key').set(change).where('id', '=', id).returning(columns).executeTakeFirst()

/** Replaces the secret of a key; the earlier one stays valid until `oldValidTo`. undefined: no such key. */
export const rotateKeyRow = (db: Db, id: string, sealed: Buffer, now: string, oldValidTo: string) =>
  db
    .updateTable('open_key')
    .set((set) => ({
      previous_secret_sealed: set.ref('secret_sealed'),
      previous_valid_to: oldValidTo,
      secret_sealed: sealed,
      rotated_at: now,
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

export const deleteKeyRow = (db: Db, id: string) =>
  db.deleteFrom('open_key').where('id', '=', id).returning(['name', 'application_id']).executeTakeFirst()

export type CallingKey = {
  id: string
  name: string
  scopes: string[]
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  application_id: string
  application_name: string
  entries: string[]
}

/** Everything that a call is checked by: the key with its secrets, and the hosts that its application may call from. */
export async function findCallingKey(db: Db, appKey: string, now: string): Promise<CallingKey | undefined> {
  const { rows } = await sql<CallingKey>`
    select k.id, k.name, k.scopes, k.secret_sealed, case when k.previous_valid_to > ${now} then k.previous_secret_sealed end as previous_secret_sealed,
      a.id as application_id, a.name as application_name,
      array(select d.entry from open_domain d where d.application_id = a.id and (d.valid_to is null or d.valid_to > ${now})) as entries
    from open_key k join open_application a on a.id = k.application_id where k.app_key = ${appKey}`.execute(db)
  return rows[0]
}

/** Takes a nonce, for ever or until `expiresAt`; false when it was taken before. Notes the use, to the minute. */
export async function takeNonce(
  db: Db,
  keyId: string,
  nonce: string,
  { now, expiresAt }: Record<'now' | 'expiresAt', string>,
) {
  const { rows } = await sql`
    with used as (
      update open_key set last_used_at = ${now}
      where id = ${keyId} and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')
    )
    insert into open_nonce (key_id, nonce, expires_at) values (${keyId}, ${nonce}, ${expiresAt})
    on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

export async function deleteOldNonces(db: Db, now: string): Promise<void> {
  await db.deleteFrom('open_nonce').where('expires_at', '<', now).execute()
}
