import type { Insertable } from 'kysely'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'

export const insertDisplay = (db: Db, row: Insertable<Database['inside_display']>) =>
  db
    .insertInto('inside_display')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violates(error, 'inside_display__name')) throw new AppError('inside.display-name-taken')
      throw error
    })

export const selectDisplays = (db: Db) =>
  db.selectFrom('inside_display').selectAll().orderBy('name').orderBy('id').execute()

export const deleteDisplayRow = (db: Db, id: string) =>
  db.deleteFrom('inside_display').where('id', '=', id).returning('name').executeTakeFirst()

export const findDisplayByToken = (db: Db, hash: Buffer) =>
  db.selectFrom('inside_display').selectAll().where('token_hash', '=', hash).executeTakeFirst()

/** A display asks every few seconds; a minute is near enough. */
export const noteDisplaySeen = (db: Db, id: string, now: string) =>
  db.updateTable('inside_display').set({ last_seen_at: now }).where('id', '=', id).execute()
