import type { Database } from '../db/tables.ts'
import type { Db } from '../db/open-database.ts'
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
  await db
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
    .execute()
}

const jsonOf = (value: object | undefined) => (value && Object.keys(value).length > 0 ? JSON.stringify(value) : null)
