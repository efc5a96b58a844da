import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

export const lockRequest = (db: Db, id: string) =>
  db
    .selectFrom('attendance_punch')
    .select(['id', 'person_id', 'punched_at', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const insertPunch = (db: Db, punch: Insertable<Database['attendance_punch']>) =>
  db.insertInto('attendance_punch').values(punch).returning('id').executeTakeFirstOrThrow()

export const decidePunch = (
  db: Db,
  id: string,
  decision: { state: 'approved' | 'refused'; by: string; at: string; remark: string | null },
) =>
  db
    .updateTable('attendance_punch')
    .set({ state: decision.state, decided_by: decision.by, decided_at: decision.at, decision_remark: decision.remark })
    .where('id', '=', id)
    .execute()

export const findStaff = (db: Db, personId: string) =>
  db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', '=', personId)
    .where('kind', '=', personKindCodes.staff)
    .forShare()
    .executeTakeFirst()

/** The number of punches that a person made or requested by phone since then. */
export async function countPunches(db: Db, personId: string, since: string): Promise<number> {
  const { rows } = await sql<{ punches: number }>`
    select count(*)::int as punches from attendance_punch where person_id = ${personId} and created_at >= ${since}`.execute(
    db,
  )
  return rows[0]?.punches ?? 0
}

export const deletePunchesOf = (db: Db, personId: string) =>
  db.deleteFrom('attendance_punch').where('person_id', '=', personId).execute()
