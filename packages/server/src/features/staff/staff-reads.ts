import type { listStaff, Staff, StaffSummary } from '@gatehouse/contract/features/staff.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { readPersonDevices } from '../../device-link/person-device-reads.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import { openEmail, openPhone, phoneHash } from '../../lib/person-columns.ts'

type Row = {
  id: string
  name: string
  job_id: string | null
  phone_sealed: Buffer | null
  phone_masked: string | null
  department_id: string | null
  department_number: number | null
  department_name: string | null
  portrait_id: string | null
  groups: { id: string; name: string }[]
  created_at: string
}

/** Who sees whole numbers: those who may write people; the others see them masked. */
export type Sight = { keys: InstallKeys; seesNumbers: boolean }

const phoneOf = (row: Row, { keys, seesNumbers }: Sight) =>
  seesNumbers ? openPhone(keys, row.phone_sealed) : row.phone_masked

const toSummary = (row: Row, sight: Sight): StaffSummary => ({
  id: row.id,
  name: row.name,
  jobId: row.job_id,
  phone: phoneOf(row, sight),
  department:
    row.department_id && row.department_number !== null && row.department_name !== null
      ? { id: row.department_id, number: row.department_number, name: row.department_name }
      : null,
  groups: row.groups,
  portraitId: row.portrait_id,
  createdAt: row.created_at,
})

const columns = sql`p.id, p.name, p.job_id, p.phone_sealed, p.phone_masked, p.portrait_id, p.created_at,
  d.id as department_id, d.number as department_number, d.name as department_name,
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
    from group_member m join person_group g on g.id = m.group_id where m.person_id = p.id), '[]') as groups`

const staffCode = personKindCodes.staff
const sortColumns = { name: sql`p.name`, jobId: sql`p.job_id`, createdAt: sql`p.created_at` } as const
const likePattern = (keyword: string) => `%${keyword.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** One page of staff; keyword finds by name, job id, or the whole phone number. */
export async function readStaffPage(db: Db, query: Query<typeof listStaff>, sight: Sight) {
  const { keyword, departmentId } = query
  const where = sql`p.kind = ${sql.lit(staffCode)}
    and ${departmentId ? sql`p.department_id = ${departmentId}` : sql`true`}
    and ${
      keyword
        ? sql`(p.name ilike ${likePattern(keyword)} or p.job_id ilike ${likePattern(keyword)} or p.phone_hash = ${phoneHash(sight.keys, keyword)})`
        : sql`true`
    }`
  const direction = query.order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`
  const { rows } = await sql<Row>`
    select ${columns} from person p left join department d on d.id = p.department_id
    where ${where}
    order by ${sortColumns[query.sort]} ${direction}, p.id ${query.order === 'asc' ? sql`asc` : sql`desc`}
    limit ${query.size} offset ${(query.page - 1) * query.size}`.execute(db)
  const { rows: counts } = await sql<{
    total: number
  }>`select count(*)::int as total from person p where ${where}`.execute(db)
  return { items: rows.map((row) => toSummary(row, sight)), total: counts[0]?.total ?? 0 }
}

type DetailRow = Row & {
  email_sealed: Buffer | null
  email_masked: string | null
  position: string | null
  remark: string | null
  version: number
  updated_at: string
}

/** One member of staff with the devices that know them; undefined when there is none. */
export async function readStaff(db: Db, id: string, sight: Sight): Promise<Staff | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${columns}, p.email_sealed, p.email_masked, p.position, p.remark, p.version, p.updated_at
    from person p left join department d on d.id = p.department_id
    where p.id = ${id} and p.kind = ${sql.lit(staffCode)}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    ...toSummary(row, sight),
    email: sight.seesNumbers ? openEmail(sight.keys, row.email_sealed) : row.email_masked,
    position: row.position,
    remark: row.remark,
    version: row.version,
    updatedAt: row.updated_at,
    devices: await readPersonDevices(db, id),
  }
}

export async function hasStaff(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', staffCode)
    .executeTakeFirst()
  return row !== undefined
}
