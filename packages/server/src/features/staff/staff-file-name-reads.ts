import { plainSpelling } from '@gatehouse/contract/fields.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import { phoneHash } from '../../people/person-columns.ts'

type FoundPerson = { kind: 'found'; id: string } | { kind: 'nobody' | 'several' }

/**
 * The person of a portrait's file name: the one with this job id, else with this phone number, else with this name if
 * it is unique.
 */
export async function findByFileName(db: Db, keys: InstallKeys, name: string): Promise<FoundPerson> {
  const staff = db.selectFrom('person').select('id').where('kind', '=', personKindCodes.staff)
  const byNumber =
    (await staff
      .where(sql`lower(job_id)`, '=', sql`lower(${plainSpelling(name)})`)
      .orderBy(sql`job_id = ${name}`, 'desc')
      .executeTakeFirst()) ?? (await staff.where('phone_hash', '=', phoneHash(keys, name)).executeTakeFirst())
  if (byNumber) return { kind: 'found', id: byNumber.id }
  const [first, second] = await staff.where('name', '=', name).limit(2).execute()
  if (!first) return { kind: 'nobody' }
  return second ? { kind: 'several' } : { kind: 'found', id: first.id }
}
