import type { Db } from '../../db/open-database.ts'

/** What other features ask about the enterprise. */
export async function readCompany(db: Db): Promise<{ name: string; timeZone: string; qualityLevel: 'low' | 'high' }> {
  const row = await db
    .selectFrom('company')
    .select(['name', 'time_zone', 'face_quality_level'])
    .executeTakeFirstOrThrow()
  return { name: row.name, timeZone: row.time_zone, qualityLevel: row.face_quality_level }
}
