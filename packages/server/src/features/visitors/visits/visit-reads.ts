import type { listVisits, Visit } from '@gatehouse/contract/features/visits.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Db } from '../../../db/open-database.ts'
import type { InstallKeys } from '../../../lib/install-keys.ts'
import type { FieldVisibility } from '../../../people/field-visibility.ts'
import { maskEmail, maskPhone } from '../../../people/person-columns.ts'
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts'
import { unsealShown, unsealText } from '../../../lib/seal.ts'
import { selectVisitsOf, type VisitRow } from './visit-store.ts'

export const openVisitPhone = (keys: InstallKeys, row: Pick<VisitRow, 'phone_sealed'>) =>
  unsealText(keys.column, row.phone_sealed, 'visit_request.phone')
export const openVisitEmail = (keys: InstallKeys, row: Pick<VisitRow, 'email_sealed'>) =>
  unsealText(keys.column, row.email_sealed, 'visit_request.email')

export function toVisit(row: VisitRow, { keys, seesNumbers }: FieldVisibility): Visit {
  const phone = unsealShown(keys.column, row.phone_sealed, 'visit_request.phone')
  const email = unsealShown(keys.column, row.email_sealed, 'visit_request.email')
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    name: row.name,
    company: row.company,
    purpose: row.purpose,
    phone: phone === null || seesNumbers ? phone : maskPhone(phone),
    email: email === null || seesNumbers ? email : maskEmail(email),
    host: row.host_id !== null && row.host_name !== null ? { id: row.host_id, name: row.host_name } : null,
    portraitId: row.portrait_id,
    validFromAt: row.valid_from,
    validToAt: row.valid_to,
    linkEndsAt: row.link_ends_at,
    personId: row.person_id,
    reason: row.reason,
    createdBy: row.created_by,
    createdAt: row.created_at,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  }
}

/** One page of visits, newest first. */
export async function readVisitPage(db: Db, query: Query<typeof listVisits>, visibility: FieldVisibility) {
  const { rows } = await visitPageStatement(query).execute(db)
  const items = rows.slice(0, query.size).map((row) => toVisit(row, visibility))
  const last = items.at(-1)
  return {
    items,
    next: rows.length > query.size && last ? encodeCursor(last.createdAt, last.id) : null,
    total: await countUpTo(db, { from: sql`visit_request r`, where: ofState(query.state) }),
  }
}

const ofState = (state: Visit['state'] | undefined) => (state ? sql`r.state = ${state}` : sql`true`)

export function visitPageStatement({ state, after, size }: Query<typeof listVisits>) {
  const key = decodeCursor(after, 'instant', 'id')
  return sql<VisitRow>`
    select r.*, h.name as host_name from visit_request r left join person h on h.id = r.host_id
    where ${ofState(state)}
      and ${key ? sql`(r.created_at, r.id) < (${key[0]}::timestamptz, ${key[1]}::uuid)` : sql`true`}
    order by r.created_at desc, r.id desc limit ${size + 1}`
}

/** All visits of a person, with nothing masked: for the zip of their data. */
export const readVisitsOf = async (db: Db, personId: string, keys: InstallKeys): Promise<Visit[]> =>
  (await selectVisitsOf(db, personId)).map((row) => toVisit(row, { keys, seesNumbers: true }))
