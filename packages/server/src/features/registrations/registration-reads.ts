import {
  enrolmentFaults,
  type listRegistrations,
  type Registration,
} from '@gatehouse/contract/features/registrations.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import { type FieldVisibility, visiblePhone } from '../../people/field-visibility.ts'
import { phoneHash } from '../../people/person-columns.ts'
import { type Applicant, isOf } from './registration-store.ts'
import { likePattern } from '../../lib/like-pattern.ts'

type Row = {
  id: string
  state: Registration['state']
  name: string
  phone_sealed: Buffer | null
  phone_masked: string | null
  department_id: string | null
  department_name: string | null
  portrait_id: string | null
  reason: string | null
  refused_for: string[]
  outcome: Registration['outcome']
  person_id: string | null
  person_name: string | null
  person_kind: number | null
  decided_by: string | null
  decided_at: string | null
  created_at: string
}

const named = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

function personOf({ person_id: id, person_name: name, person_kind: code }: Row): Registration['person'] {
  const kind = kinds.find((kind) => personKindCodes[kind] === code)
  return id === null || name === null || !kind ? null : { id, name, kind }
}
const kinds = ['staff', 'visitor', 'blacklisted'] as const

const toRegistration = (row: Row, visibility: FieldVisibility): Registration => ({
  id: row.id,
  state: row.state,
  name: row.name,
  phone: visiblePhone(visibility, row),
  department: named(row.department_id, row.department_name),
  portraitId: row.portrait_id,
  reason: row.reason,
  refusedFor: enrolmentFaults.filter((fault) => row.refused_for.includes(fault)),
  outcome: row.outcome,
  person: personOf(row),
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  createdAt: row.created_at,
})

const select = sql`select r.id, r.state, r.name, r.phone_sealed, r.phone_masked, r.department_id, d.name as department_name,
  r.portrait_id, r.reason, r.refused_for, r.outcome, r.person_id, p.name as person_name, p.kind as person_kind, r.decided_by, r.decided_at, r.created_at
  from registration r left join department d on d.id = r.department_id left join person p on p.id = r.person_id`

/** One page, the newest first. */
export async function readRegistrations(db: Db, query: Query<typeof listRegistrations>, visibility: FieldVisibility) {
  const { state, keyword, page, size } = query
  const where = sql`${state ? sql`r.state = ${state}` : sql`true`} and ${
    keyword
      ? sql`(r.name ilike ${likePattern(keyword)} or r.phone_hash = ${phoneHash(visibility.keys, keyword)})`
      : sql`true`
  }`
  const { rows } = await sql<Row>`${select} where ${where} order by r.created_at desc, r.id desc
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  const { rows: counts } = await sql<{
    total: number
  }>`select count(*)::int as total from registration r where ${where}`.execute(db)
  return { items: rows.map((row) => toRegistration(row, visibility)), total: counts[0]?.total ?? 0 }
}

export async function readRegistration(
  db: Db,
  id: string,
  visibility: FieldVisibility,
): Promise<Registration | undefined> {
  const { rows } = await sql<Row>`${select} where r.id = ${id}`.execute(db)
  return rows[0] && toRegistration(rows[0], visibility)
}

/** The registrations of a person: those that they were made from, and those with their phone number. */
export async function readRegistrationsOf(db: Db, person: Applicant, keys: InstallKeys): Promise<Registration[]> {
  const { rows } = await sql<Row>`${select} where ${isOf(person)} order by r.created_at`.execute(db)
  return rows.map((row) => toRegistration(row, { keys, seesNumbers: true }))
}

/** The person whom a registration is of: the one who was asked for the photograph, otherwise the member of staff who has its phone number. */
export async function readKnown(db: Db, registrationId: string) {
  const row = await db
    .selectFrom('registration as r')
    .innerJoin('person', (join) =>
      join.on((on) =>
        on.or([
          on.and([
            on('r.was_asked', '=', true),
            on('person.id', '=', on.ref('r.person_id')),
            on('person.kind', 'in', [personKindCodes.staff, personKindCodes.visitor]),
          ]),
          on.and([
            on('r.was_asked', '=', false),
            on('person.phone_hash', '=', on.ref('r.phone_hash')),
            on('person.kind', '=', personKindCodes.staff),
          ]),
        ]),
      ),
    )
    .select(['person.id', 'person.name', 'person.portrait_id', 'person.kind'])
    .where('r.id', '=', registrationId)
    .executeTakeFirst()
  if (!row) return null
  const kind = row.kind === personKindCodes.visitor ? ('visitor' as const) : ('staff' as const)
  return { id: row.id, name: row.name, portraitId: row.portrait_id, kind }
}

/** Whether a link asked a person who is known for the photograph of this registration. */
export async function wasAskedFor(db: Db, registrationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('registration')
    .select('was_asked')
    .where('id', '=', registrationId)
    .executeTakeFirst()
  return row?.was_asked ?? false
}
