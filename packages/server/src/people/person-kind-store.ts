import { type PersonKind, personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'
import { refuseTaken } from './person-store.ts'

/** Makes people blacklisted, without a department; everything else about them stays. */
export async function blacklistPeople(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update person set kind = ${sql.lit(personKindCodes.blacklisted)}, department_id = null, version = version + 1, updated_at = now()
    where id = any(${[...ids]}::uuid[])`.execute(db)
}

/** The numbers that are unique among people of a kind. */
export type Unique = 'job_id' | 'phone_hash' | 'ic_card' | 'id_number_hash'

/** Which numbers of these people belong to somebody else of this kind by now; a job id in any case. */
export async function selectTaken(db: Db, kind: PersonKind, ids: readonly string[]) {
  const taken = (column: Unique) => {
    const numberOf = (owner: 'b' | 'other') => {
      const number = sql`${sql.ref(owner)}.${sql.ref(column)}`
      return column === 'job_id' ? sql`lower(${number})` : number
    }
    return sql`
      select b.id, ${column}::text as what from person b
      join person other on other.kind = ${sql.lit(personKindCodes[kind])} and ${numberOf('other')} = ${numberOf('b')}
      where b.id = any(${[...ids]}::uuid[])`
  }
  const staffOnly = kind === 'staff' ? sql` union all ${taken('ic_card')} union all ${taken('id_number_hash')}` : sql``
  const { rows } = await sql<{ id: string; what: Unique }>`
    ${taken('job_id')} union all ${taken('phone_hash')}${staffOnly}`.execute(db)
  return rows
}

export type Returned = {
  id: string
  kind: PersonKind
  departmentId: string | null
  /** The numbers that somebody else has now. */
  without: readonly Unique[]
}

/**
 * Gives people their original kind and department back, without the numbers that others have now.
 * @throws AppError staff.job-id-taken, staff.phone-taken, staff.ic-card-taken, staff.id-number-taken when somebody takes one at
 * this very moment
 */
export async function restorePeople(db: Db, people: readonly Returned[]): Promise<void> {
  const loses = (column: Unique) =>
    sql`r.id = any(${people.filter((one) => one.without.includes(column)).map((one) => one.id)}::uuid[])`
  const unless = (column: Unique, ...names: string[]) =>
    sql.join(
      names.map((name) => sql`${sql.ref(name)} = case when ${loses(column)} then null else p.${sql.ref(name)} end`),
    )
  await sql`
    update person p set kind = r.kind, department_id = r.department_id, version = version + 1, updated_at = now(),
      ${unless('job_id', 'job_id')}, ${unless('ic_card', 'ic_card')},
      ${unless('phone_hash', 'phone_sealed', 'phone_hash', 'phone_masked')},
      ${unless('id_number_hash', 'id_number_sealed', 'id_number_hash', 'id_number_masked')}
    from unnest(${people.map((one) => one.id)}::uuid[], ${people.map((one) => personKindCodes[one.kind])}::smallint[],
      ${people.map((one) => one.departmentId)}::uuid[]) as r(id, kind, department_id)
    where p.id = r.id`
    .execute(db)
    .catch(refuseTaken(''))
}
