import { operation } from '@gatehouse/contract/features/operation-log.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open-database.ts'
import { hiddenOf } from './people-in-lines.ts'

/** The lines before this instant, and of it those with a smaller id, the latest first. */
type Back = { at: string; id: string; size: number }

/** The lines of the operation log that are about a person. */
export const selectLinesBack = (db: Db, personId: string, { at, id, size }: Back) =>
  db
    .selectFrom('operation_log_person as l')
    .innerJoin('operation_log as o', (line) => line.onRef('o.at', '=', 'l.line_at').onRef('o.id', '=', 'l.line_id'))
    .select(['o.id', 'o.at', 'o.actor_kind', 'o.actor_id', 'o.actor_name', 'o.module', 'o.event', 'o.remark'])
    .select(sql<string[]>`array(select jsonb_object_keys(coalesce(o.changes, '{}')))`.as('fields'))
    .where('l.person_id', '=', personId)
    .where(sql<boolean>`(l.line_at, l.line_id) < (${at}::timestamptz, ${id}::uuid)`)
    .orderBy('l.line_at', 'desc')
    .orderBy('l.line_id', 'desc')
    .limit(size)

const operatorOf = operation.shape.operator

/** Lines that name people whom the reader may not read are left out. */
export async function readChangesBack(ctx: Ctx, personId: string, back: Back) {
  const rows = await selectLinesBack(ctx.db, personId, back).execute()
  return rows.map((row) => ({
    kind: 'changes' as const,
    id: row.id,
    at: row.at,
    isHidden: hiddenOf(ctx, row) === 'people',
    change: {
      operator: operatorOf.parse({ kind: row.actor_kind, id: row.actor_id, name: row.actor_name }),
      module: row.module,
      event: row.event,
      remark: row.remark,
      fields: row.fields,
    },
  }))
}
