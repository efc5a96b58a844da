import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export const insertLink = (db: Db, link: Insertable<Database['steward_link']>) =>
  db.insertInto('steward_link').values(link).returning('id').executeTakeFirstOrThrow()

export const updateLink = (db: Db, id: string, change: Updateable<Database['steward_link']>) =>
  db.updateTable('steward_link').set(change).where('id', '=', id).execute()

const selectLinks = (db: Db) =>
  db
    .selectFrom('steward_link as l')
    .innerJoin('muster as m', 'm.id', 'l.muster_id')
    .select(['l.id', 'l.muster_id', 'l.steward', 'l.point_id', 'l.point_name', 'l.created_by', 'l.created_at'])
    .select(['l.expires_at', 'l.revoked_at', 'l.last_seen_at', 'm.ended_at'])

export type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>

/** Each with how many marks came by it, the latest first. */
export const selectLinksOf = (db: Db, musterId: string) =>
  selectLinks(db)
    .select((link) =>
      link
        .selectFrom('muster_event as e')
        .whereRef('e.link_id', '=', 'l.id')
        .where('e.kind', '=', 'marked')
        .select(link.fn.countAll<number>().as('count'))
        .as('marks'),
    )
    .where('l.muster_id', '=', musterId)
    .orderBy('l.id', 'desc')
    .execute()

/** The marks that came by a link, after this moment if one is named. */
export async function countMarksOf(db: Db, linkId: string, after: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('muster_event')
    .where('link_id', '=', linkId)
    .where('kind', '=', 'marked')
    .$if(after !== null, (marks) => marks.where('received_at', '>', after ?? ''))
    .select((mark) => mark.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findLinkByToken = (db: Db, hash: Buffer): Promise<LinkRow | undefined> =>
  selectLinks(db).where('l.token_hash', '=', hash).executeTakeFirst()
