import { roleId, rolesOf, type Permission } from '@gatehouse/contract/permissions.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export type PushConfigRow = Selectable<Database['push_config']>
export type PushBrowserRow = Selectable<Database['push_browser']>

export const findPushConfig = (db: Db): Promise<PushConfigRow | undefined> =>
  db.selectFrom('push_config').selectAll().executeTakeFirst()

export const upsertPushConfig = (db: Db, row: Insertable<Database['push_config']>) =>
  db
    .insertInto('push_config')
    .values(row)
    .onConflict((conflict) =>
      // The key stays: browsers that were added with it would be reached by no other.
      conflict.column('is_only').doUpdateSet((eb) => ({
        is_enabled: eb.ref('excluded.is_enabled'),
        names_doors: eb.ref('excluded.names_doors'),
        contact: eb.ref('excluded.contact'),
      })),
    )
    .execute()

export async function countPushBrowsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('push_browser')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const selectPushBrowsers = (db: Db, accountId: string) =>
  db
    .selectFrom('push_browser')
    .select(['id', 'user_agent', 'service', 'created_at', 'last_sent_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')

/** How many browsers of this account there are besides the one with this address. */
export const countOtherBrowsers = async (db: Db, accountId: string, endpointHash: Buffer): Promise<number> => {
  const { count } = await db
    .selectFrom('push_browser')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('endpoint_hash', '!=', endpointHash)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A browser has one account: who signs in there next takes it over. */
export const upsertPushBrowser = (db: Db, row: Insertable<Database['push_browser']>) =>
  db
    .insertInto('push_browser')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('endpoint_hash').doUpdateSet((eb) => ({
        account_id: eb.ref('excluded.account_id'),
        keys_sealed: eb.ref('excluded.keys_sealed'),
        language: eb.ref('excluded.language'),
        user_agent: eb.ref('excluded.user_agent'),
        created_at: eb.ref('excluded.created_at'),
        last_sent_at: null,
      })),
    )
    .returning(['id', 'user_agent', 'service', 'created_at', 'last_sent_at'])
    .executeTakeFirstOrThrow()

export const deleteOwnBrowser = (db: Db, accountId: string, id: string) =>
  db
    .deleteFrom('push_browser')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('service')
    .executeTakeFirst()

export const findOwnBrowser = (db: Db, accountId: string, id: string) =>
  db
    .selectFrom('push_browser')
    .select(['id', 'endpoint_sealed', 'keys_sealed', 'language', 'service'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** The browsers of accounts in use whose role has all of these permissions. */
export const selectListeners = (db: Db, permissions: readonly Permission[]) =>
  db
    .selectFrom('push_browser as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select('b.id')
    .where('a.is_disabled', '=', false)
    .where('a.role', 'in', rolesOfAll(permissions).map(roleId))
    .orderBy('b.id')
    .execute()

const rolesOfAll = ([first, ...others]: readonly Permission[]) =>
  first ? rolesOf(first).filter((role) => others.every((other) => rolesOf(other).includes(role))) : []

/** A browser with the role that its account has now. */
export const findListener = (db: Db, id: string) =>
  db
    .selectFrom('push_browser as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select(['b.id', 'b.endpoint_sealed', 'b.keys_sealed', 'b.language', 'a.role'])
    .where('a.is_disabled', '=', false)
    .where('b.id', '=', id)
    .executeTakeFirst()

export const notePushed = (db: Db, id: string, at: string) =>
  db.updateTable('push_browser').set({ last_sent_at: at }).where('id', '=', id).execute()

export const deleteBrowsersOf = (db: Db, accountId: string) =>
  db.deleteFrom('push_browser').where('account_id', '=', accountId).execute()

export const deleteBrowser = (db: Db, id: string) => db.deleteFrom('push_browser').where('id', '=', id).execute()
