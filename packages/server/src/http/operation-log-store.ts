import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { Db } from '../db/open-database.ts'
import { prepared } from '../db/prepared.ts'
import type { Actor, AuditNote } from '../ctx.ts'

type Line = {
  actor: Actor
  note: AuditNote
  module: string
  event: string
  side: Database['operation_log']['side']
  errorCode?: string
  address: string
  requestId: string
}

/**
 * Writes one line of the operation log: in the caller's transaction for a success, on its own for a failure; none if
 * the note says that there is one.
 */
export async function insertOperation(db: Db, line: Line): Promise<void> {
  const { actor, note } = line
  if (note.hasAuditEntry) return
  const named = 'name' in actor ? actor : note.actor
  const { id, at } = await db
    .insertInto('operation_log')
    .values({
      actor_kind: actor.kind === 'nobody' && note.actor ? 'account' : actor.kind,
      actor_id: named?.id ?? null,
      actor_name: named?.name ?? null,
      module: line.module,
      event: note.event ?? line.event,
      item: note.item?.slice(0, 200) ?? null,
      side: line.side,
      result: line.errorCode ? 'failure' : 'success',
      error_code: line.errorCode ?? null,
      remark: note.remark?.slice(0, 500) ?? null,
      address: line.address,
      request_id: line.requestId,
      changes: jsonOf(note.changes),
      facts: jsonOf(note.facts),
    })
    .modifyEnd(prepared)
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow()
  if (!line.errorCode && note.personIds?.length) await insertPeopleOf(db, { id, at }, note.personIds)
}

/** The people of a line, as far as they are still there. */
const insertPeopleOf = (db: Db, line: { id: string; at: string }, personIds: readonly string[]) =>
  db
    .insertInto('operation_log_person')
    .columns(['person_id', 'line_at', 'line_id'])
    .expression((from) =>
      from
        .selectFrom('person')
        .select(['id', (value) => value.val(line.at).as('line_at'), (value) => value.val(line.id).as('line_id')])
        .where(sql<boolean>`id = any(${[...personIds]}::uuid[])`),
    )
    .execute()

/** Forgets of which people lines were that are older than the log. */
export const deletePeopleBefore = (db: Db, at: string) =>
  db.deleteFrom('operation_log_person').where('line_at', '<', at).execute()

const jsonOf = (value: object | undefined) => (value && Object.keys(value).length > 0 ? JSON.stringify(value) : null)
