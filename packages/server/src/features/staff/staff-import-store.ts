import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import { idNumberColumns, phoneHash } from '../../people/person-columns.ts'

const staffCode = personKindCodes.staff

export type ImportMatch = Awaited<ReturnType<typeof lockMatches>>[number]

type Numbers = {
  personId?: string | undefined
  jobId?: string | undefined
  phone?: string | undefined
  icCard?: string | undefined
  idNumber?: string | undefined
}

/** Everybody with one of these people's numbers, locked until the transaction ends, with their groups. */
export async function lockMatches(db: Db, keys: InstallKeys, people: readonly Numbers[]) {
  const ids = people.flatMap(({ personId }) => personId ?? [])
  const jobIds = people.flatMap(({ jobId }) => jobId ?? [])
  const phones = people.flatMap(({ phone }) => (phone === undefined ? [] : [phoneHash(keys, phone)]))
  const cards = people.flatMap(({ icCard }) => icCard ?? [])
  const idNumbers = people.flatMap(({ idNumber }) =>
    idNumber === undefined ? [] : [idNumberColumns(keys, idNumber).id_number_hash],
  )
  return db
    .selectFrom('person')
    .select([
      'id',
      'name',
      'department_id',
      'job_id',
      'phone_hash',
      'email_sealed',
      'area_code',
      'extension',
      'position',
      'ic_card',
      'id_number_hash',
      'working_place',
      'birthday_on',
      'entry_on',
      'staff_type',
      'country_code',
      'region_code',
      'remark',
      sql<string[]>`coalesce((select json_agg(group_id) from group_member where person_id = person.id), '[]')`.as(
        'group_ids',
      ),
    ])
    .where('kind', '=', staffCode)
    .where((where) =>
      // One index each.
      where(
        'id',
        'in',
        sql<string>`(select id from person where kind = ${staffCode} and id = any(${ids}::uuid[])
          union select id from person where kind = ${staffCode} and lower(job_id) in (select lower(one) from unnest(${jobIds}::text[]) one)
          union select id from person where kind = ${staffCode} and phone_hash = any(${phones}::bytea[])
          union select id from person where kind = ${staffCode} and ic_card = any(${cards}::text[])
          union select id from person where kind = ${staffCode} and id_number_hash = any(${idNumbers}::bytea[]))`,
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}
