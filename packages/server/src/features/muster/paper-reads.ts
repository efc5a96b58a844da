import type { MusterPerson } from '@gatehouse/contract/features/muster.ts'
import type { Db } from '../../db/open-database.ts'
import { readAllPeople } from './muster-reads.ts'
import { readPointOfArea } from './place-reads.ts'

/** A person on paper. `state`: of the muster that runs; null where none does. */
export type PaperPerson = {
  name: string | null
  department: string | null
  host: string | null
  area: string | null
  door: string | null
  since: string
  isUnsure: boolean
  point: { id: string; name: string } | null
  state: MusterPerson['state'] | null
}

/** The clock of a site: its own, else that of the enterprise; undefined: there is no such site. */
export const readSiteClock = (db: Db, id: string) =>
  db
    .selectFrom('site as s')
    .select('s.name')
    .select((row) =>
      row.fn.coalesce('s.time_zone', row.selectFrom('company').select('time_zone').limit(1)).$notNull().as('time_zone'),
    )
    .where('s.id', '=', id)
    .executeTakeFirst()

/** Everybody who is inside now, by name. */
export async function readInsideForPaper(db: Db, siteId: string): Promise<PaperPerson[]> {
  const pointOf = await readPointOfArea(db, siteId)
  const rows = await db
    .selectFrom('person_location as l')
    .innerJoin('area as a', 'a.id', 'l.area_id')
    .innerJoin('person as p', 'p.id', 'l.person_id')
    .leftJoin('door as o', 'o.id', 'l.door_id')
    .leftJoin('department as d', 'd.id', 'p.department_id')
    .leftJoin('visitor as v', 'v.person_id', 'p.id')
    .leftJoin('person as h', 'h.id', 'v.host_id')
    .select(['p.name', 'd.name as department', 'h.name as host', 'a.name as area', 'o.name as door'])
    .select(['l.since', 'l.doubts', 'l.area_id'])
    .where('a.site_id', '=', siteId)
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
  return rows.map(({ doubts, area_id, ...row }) => {
    const { name, department, host, area, door, since } = row
    const isUnsure = doubts.length > 0
    return { name, department, host, area, door, since, isUnsure, point: pointOf(area_id) ?? null, state: null }
  })
}

/** Everybody in a muster, by name. */
export async function readMusterForPaper(db: Db, musterId: string): Promise<PaperPerson[]> {
  return (await readAllPeople(db, musterId)).map(({ person, area, door, since, doubts, point, state }) => ({
    name: person?.name ?? null,
    department: person?.department ?? null,
    host: person?.host?.name ?? null,
    area: area?.name ?? null,
    door: door?.name ?? null,
    since,
    isUnsure: doubts.length > 0,
    point,
    state,
  }))
}
