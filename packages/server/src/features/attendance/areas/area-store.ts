import { AppError } from '@gatehouse/contract/errors.ts'
import type { AttendanceArea } from '@gatehouse/contract/features/attendance/areas.ts'
import { sql } from 'kysely'
import { takeLock } from '../../../db/advisory-locks.ts'
import type { Db } from '../../../db/open-database.ts'
import { violates } from '../../../db/violates.ts'

type Row = Omit<AttendanceArea, 'radiusMetres'> & { radius_metres: number }

const areas = sql`
  select a.id, a.name, a.location, a.latitude, a.longitude, a.radius_metres,
    coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name) order by d.name, d.id)
      from attendance_area_device m join device d on d.id = m.device_id where m.area_id = a.id), '[]') as devices,
    coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.name) from attendance_rule r
      join lateral (select area_ids from attendance_rule_version v where v.rule_id = r.id order by version desc limit 1) v on true
      where a.id = any(v.area_ids)), '[]') as rules
  from attendance_area a`

const toArea = ({ radius_metres, ...row }: Row): AttendanceArea => ({ ...row, radiusMetres: radius_metres })

export async function readAreas(db: Db): Promise<AttendanceArea[]> {
  const { rows } = await sql<Row>`${areas} order by a.name, a.id limit 1000`.execute(db)
  return rows.map(toArea)
}

export async function readArea(db: Db, id: string): Promise<AttendanceArea | undefined> {
  const { rows } = await sql<Row>`${areas} where a.id = ${id}`.execute(db)
  return rows[0] && toArea(rows[0])
}

export type AreaColumns = {
  name: string
  location: string | null
  latitude: number
  longitude: number
  radius_metres: number
}

const refuseTaken = (error: unknown): never => {
  if (violates(error, 'attendance_area__name')) throw new AppError('attendance-area.name-taken')
  throw error
}

export const insertArea = (db: Db, area: AreaColumns) =>
  db.insertInto('attendance_area').values(area).returning('id').executeTakeFirstOrThrow().catch(refuseTaken)

export const updateArea = (db: Db, id: string, change: Partial<AreaColumns>) =>
  db
    .updateTable('attendance_area')
    .set({ ...change, id })
    .where('id', '=', id)
    .execute()
    .catch(refuseTaken)

export const deleteAreaRow = (db: Db, id: string) => db.deleteFrom('attendance_area').where('id', '=', id).execute()

export const countAreas = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('attendance_area')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Allows one change of areas at a time: two at once could both take a device. */
export const lockAreas = (db: Db) => takeLock(db, 'attendanceAreas')

/** The name of another area that has one of these devices. */
export async function findOtherArea(
  db: Db,
  areaId: string | null,
  deviceIds: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select a.name from attendance_area_device d join attendance_area a on a.id = d.area_id
    where d.device_id = any(${deviceIds}::uuid[]) and ${areaId ? sql`d.area_id <> ${areaId}` : sql`true`} limit 1`.execute(
    db,
  )
  return rows[0]?.name
}

export async function replaceAreaDevices(db: Db, areaId: string, deviceIds: readonly string[]): Promise<void> {
  await db.deleteFrom('attendance_area_device').where('area_id', '=', areaId).execute()
  if (deviceIds.length === 0) return
  await db
    .insertInto('attendance_area_device')
    .values([...new Set(deviceIds)].map((deviceId) => ({ area_id: areaId, device_id: deviceId })))
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'attendance_area_device__device')) throw new AppError('device.not-found')
      throw error
    })
}

/** Whether any version of any rule names the area, in force or not: days that were evaluated by it would otherwise change unseen. */
export async function isNamedByRule(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_named: boolean }>`
    select exists (select from attendance_rule_version where ${id}::uuid = any(area_ids)) as is_named`.execute(db)
  return rows[0]?.is_named ?? false
}
