import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Db } from '../../db/open-database.ts'

/** A site with the clock that its days go by; undefined: no such site. */
export const findSiteClock = (db: Db, siteId: string) =>
  db
    .selectFrom('site as s')
    .crossJoin('company as c')
    .select((row) => ['s.name', row.fn.coalesce('s.time_zone', 'c.time_zone').as('time_zone')])
    .where('s.id', '=', siteId)
    .executeTakeFirst()

const peopleIn = (db: Db, siteId: string) =>
  db
    .selectFrom('person_location as l')
    .innerJoin('area as a', 'a.id', 'l.area_id')
    .innerJoin('person as p', 'p.id', 'l.person_id')
    .where('a.site_id', '=', siteId)

/** People who came to where they are in this site before that moment, the longest first. */
export const selectPeopleSince = (db: Db, siteId: string, before: string) =>
  peopleIn(db, siteId)
    .where('l.since', '<', before)
    .select(['p.id', 'p.name', 'p.kind', 'a.name as area', 'l.since'])
    .orderBy('l.since')
    .orderBy('p.id')
    .execute()

const visitorsWhoseVisitEnded = (db: Db, siteId: string, before: string) =>
  peopleIn(db, siteId).where('p.kind', '=', personKindCodes.visitor).where('p.valid_to', '<=', before)

/** Visitors of this site whose visit was over by then, and whom no passage after its end shows inside. */
export const selectEndedVisitors = (db: Db, siteId: string, by: string) =>
  visitorsWhoseVisitEnded(db, siteId, by)
    .whereRef('l.since', '<', 'p.valid_to')
    .select(['p.id', 'p.valid_to'])
    .$narrowType<{ valid_to: string }>()
    .execute()

/** The number of overdue visitors that one mail tells of. */
const maxOverdue = 200

/** Visitors of this site whose visit was over by then, and of whom nobody was told since. */
export const selectUntoldVisitors = (db: Db, siteId: string, by: string) =>
  visitorsWhoseVisitEnded(db, siteId, by)
    .leftJoin('visitor as v', 'v.person_id', 'p.id')
    .where('l.overdue_told_for', 'is distinct from', (row) => row.ref('p.valid_to'))
    .select(['p.id', 'p.name', 'a.name as area', 'p.valid_to', 'v.host_id'])
    .$narrowType<{ valid_to: string }>()
    .orderBy('p.valid_to')
    .limit(maxOverdue)
    .execute()
