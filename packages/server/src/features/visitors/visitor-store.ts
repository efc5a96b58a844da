import { AppError } from '@gatehouse/contract/errors.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { takeTextLock } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'
import { insertPerson, type NewPerson, type PersonChange, updatePerson } from '../../people/person-store.ts'

const visitorCode = personKindCodes.visitor

type VisitorChange = Updateable<Database['visitor']>

function refuse(error: unknown): never {
  if (violates(error, 'visitor__host')) throw new AppError('visitor.host-unknown')
  throw error
}

/** @throws AppError portrait.not-found, visitor.host-unknown */
export async function insertVisitor(
  db: Db,
  person: NewPerson,
  visitor: Omit<Insertable<Database['visitor']>, 'person_id'>,
): Promise<string> {
  const id = await insertPerson(db, 'visitor', person)
  await db
    .insertInto('visitor')
    .values({ ...visitor, person_id: id })
    .execute()
    .catch(refuse)
  return id
}

/** @throws AppError as `insertVisitor` */
export async function updateVisitorRow(db: Db, id: string, person: PersonChange, visitor: VisitorChange) {
  await updatePerson(db, id, person)
  await db
    .insertInto('visitor')
    .values({ ...emptyVisitor, ...visitor, person_id: id })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ person_id: id, ...visitor }))
    .execute()
    .catch(refuse)
}

const emptyVisitor = { company: null, purpose: null, host_id: null, guest_rating: null }

/**
 * The visitor, locked until the transaction ends: of two who save at once, the second sees the changes of the first.
 */
export const lockVisitor = (db: Db, id: string) =>
  db
    .selectFrom('person')
    .leftJoin('visitor', 'visitor.person_id', 'person.id')
    .select([
      'person.id',
      'person.name',
      'person.version',
      'person.portrait_id',
      'person.valid_from',
      'person.valid_to',
    ])
    .select(['visitor.company'])
    .where('person.id', '=', id)
    .where('person.kind', '=', visitorCode)
    .forUpdate('person')
    .executeTakeFirst()

export const findPeriod = (db: Db, id: string) =>
  db
    .selectFrom('person')
    .select(['valid_from', 'valid_to'])
    .where('id', '=', id)
    .where('kind', '=', visitorCode)
    .executeTakeFirst()

/** Of two who register one number at once, the second waits here and then finds the first. */
export async function lockPhone(db: Db, phoneHash: Buffer) {
  await takeTextLock(db, 'visitorPhone', phoneHash.toString('hex'))
  return findByPhone(db, phoneHash)
}

/** The visitor who has this phone number, without a lock. */
export const findByPhone = (db: Db, phoneHash: Buffer) =>
  db
    .selectFrom('person')
    .select(['id', 'name', 'portrait_id as portraitId'])
    .where('kind', '=', visitorCode)
    .where('phone_hash', '=', phoneHash)
    .executeTakeFirst()

/** Their periods begin or end at another time: visitors who were removed from the devices are on them again. */
export const renewVisitors = (db: Db, ids: readonly string[]) =>
  sql`update visitor set is_on_devices = true where person_id = any(${[...ids]}::uuid[])`.execute(db)

/** Marks visitors whose period is over as removed from the devices, a chunk at a time; gives their ids. */
export async function takeExpired(db: Db, now: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    update visitor set is_on_devices = false where person_id in (
      select v.person_id from visitor v join person p on p.id = v.person_id
      where v.is_on_devices and p.kind = ${sql.lit(visitorCode)} and p.valid_to <= ${now}::timestamptz
      order by v.person_id limit ${limit} for update of v skip locked)
    returning person_id`.execute(db)
  return rows.map((row) => row.person_id)
}
