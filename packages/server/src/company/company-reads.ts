import type { Branding, CompanyInfo, CompanyPicture } from '@gatehouse/contract/features/company.ts'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../db/open-database.ts'

/** The facts about the enterprise that other features need. */
export async function readCompany(db: Db): Promise<{ name: string; timeZone: string; qualityLevel: 'low' | 'high' }> {
  const row = await db
    .selectFrom('company')
    .select(['name', 'time_zone', 'face_quality_level'])
    .executeTakeFirstOrThrow()
  return { name: row.name, timeZone: row.time_zone, qualityLevel: row.face_quality_level }
}

/** Whether PostgreSQL, which counts the days, knows the zone; Node knows more names. */
export async function isZoneOfDatabase(db: Db, timeZone: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from pg_timezone_names where lower(name) = lower(${timeZone})) as is_known`.execute(db)
  return rows[0]?.is_known ?? false
}

/** The present zone of the enterprise, and the zone in which attendance of a date is evaluated. */
export type CompanyZones = { now: string; on(date: string): string }

export const zonesOf = (now: string, before: readonly { until_on: string; time_zone: string }[]): CompanyZones => ({
  now,
  on: (date) => before.find(({ until_on }) => date < until_on)?.time_zone ?? now,
})

export async function readZones(db: Db): Promise<CompanyZones> {
  const before = await db.selectFrom('company_zone_before').selectAll().orderBy('until_on').execute()
  return zonesOf((await readCompany(db)).timeZone, before)
}

const selectCompany = (db: Db) =>
  db
    .selectFrom('company')
    .select(['name', 'welcome', 'introduction', 'time_zone', 'is_zone_chosen', 'face_quality_level'])
    .select((company) => [
      jsonObjectFrom(
        company.selectFrom('image').select(['id', 'width', 'height']).whereRef('image.id', '=', 'company.logo_id'),
      ).as('logo'),
      jsonObjectFrom(
        company
          .selectFrom('image')
          .select(['id', 'width', 'height'])
          .whereRef('image.id', '=', 'company.background_id'),
      ).as('background'),
    ])
    .executeTakeFirstOrThrow()

/** Everything that the page shows except the period, which comes from the licence. */
export async function readCompanyInfo(db: Db): Promise<Omit<CompanyInfo, 'authorization' | 'zoneWaits'>> {
  const { time_zone, is_zone_chosen, face_quality_level, ...rest } = await selectCompany(db)
  return { ...rest, timeZone: time_zone, isZoneChosen: is_zone_chosen, qualityLevel: face_quality_level }
}

/** The name that a fresh installation has; nobody chose it. */
const firstName = 'Gatehouse'

export async function readBranding(db: Db): Promise<Branding> {
  const { name, welcome, logo, background } = await selectCompany(db)
  return { name: name === firstName ? null : name, welcome, logo, background }
}

/** The picture with this id, if it is the present logo or background. */
export const findBrandingPicture = (db: Db, picture: CompanyPicture, id: string) =>
  db
    .selectFrom('company')
    .innerJoin('image', 'image.id', picture === 'logo' ? 'company.logo_id' : 'company.background_id')
    .select(['image.blob_hash', 'image.content_type'])
    .where('image.id', '=', id)
    .executeTakeFirst()
