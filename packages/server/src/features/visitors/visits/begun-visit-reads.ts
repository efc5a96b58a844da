import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

/** The visits before this instant, and of it those with a smaller id, the latest first. */
type Back = { at: string; id: string; size: number }

/** The visits of a person, or of the visitors whom they receive, that have begun. */
export const selectVisitsBack = (db: Db, personId: string, { at, id, size }: Back) =>
  db
    .selectFrom('visitor as v')
    .innerJoin('person as p', 'p.id', 'v.person_id')
    .leftJoin('person as h', 'h.id', 'v.host_id')
    .select(['p.id', 'p.name', 'p.portrait_id', 'p.valid_from', 'p.valid_to', 'v.purpose', 'v.company'])
    .select(['h.id as host_id', 'h.name as host_name'])
    .where((visit) => visit.or([visit('v.host_id', '=', personId), visit('v.person_id', '=', personId)]))
    .where(sql<boolean>`(p.valid_from, p.id) < (${at}::timestamptz, ${id}::uuid)`)
    .orderBy('p.valid_from', 'desc')
    .orderBy('p.id', 'desc')
    .limit(size)

const refOf = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

export async function readVisitsBack(db: Db, personId: string, back: Back) {
  const rows = await selectVisitsBack(db, personId, back).execute()
  return rows.flatMap((row) =>
    row.valid_from === null || row.valid_to === null
      ? []
      : {
          kind: 'visits' as const,
          id: row.id,
          at: row.valid_from,
          visit: {
            visitor: { id: row.id, name: row.name, portraitId: row.portrait_id },
            host: refOf(row.host_id, row.host_name),
            purpose: row.purpose,
            company: row.company,
            validFromAt: row.valid_from,
            validToAt: row.valid_to,
          },
        },
  )
}
