import { alarmCodes } from '@gatehouse/engine/alarm/vocabulary.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Db } from '../../db/open-database.ts'

const code = alarmCodes['visit-overdue']

/** The sites that report visitors who stay longer than their visit, with the minutes after which they do. */
export const selectSitesOfOverdue = (db: Db) =>
  db
    .selectFrom('inside_rule')
    .select(['site_id', 'overdue_minutes as minutes'])
    .where('overdue_minutes', 'is not', null)
    .$narrowType<{ minutes: number }>()
    .orderBy('site_id')
    .execute()

/**
 * Visitors who are in a site and whose visit was over by then, without an alarm since its end, each with a device for the alarm: at the door
 * that they came by, else one of the site.
 */
export const selectOverdueVisits = (db: Db, siteId: string, by: string, limit: number) =>
  db
    .selectFrom('person_location as l')
    .innerJoin('area as a', 'a.id', 'l.area_id')
    .innerJoin('person as p', 'p.id', 'l.person_id')
    .where('a.site_id', '=', siteId)
    .where('p.kind', '=', personKindCodes.visitor)
    .where('p.valid_to', '<=', by)
    .where((visitor) =>
      visitor.not(
        visitor.exists(
          visitor
            .selectFrom('alarm as m')
            .select('m.id')
            .where('m.code', '=', code)
            .whereRef('m.person_id', '=', 'p.id')
            .whereRef('m.last_at', '>=', 'p.valid_to'),
        ),
      ),
    )
    .select(['p.id', 'p.valid_to', 'l.source', 'l.record_id'])
    .select((visitor) =>
      visitor.fn
        .coalesce(
          visitor
            .selectFrom('door_reader as r')
            .select('r.device_id')
            .whereRef('r.door_id', '=', 'l.door_id')
            .orderBy('r.direction')
            .orderBy('r.device_id')
            .limit(1),
          visitor
            .selectFrom('door_reader as r')
            .innerJoin('door as d', 'd.id', 'r.door_id')
            .select('r.device_id')
            .where('d.site_id', '=', siteId)
            .orderBy('r.device_id')
            .limit(1),
        )
        .as('device_id'),
    )
    .$narrowType<{ valid_to: string }>()
    .orderBy('p.valid_to')
    .orderBy('p.id')
    .limit(limit)
    .execute()

/** The open alarms whose visitors are out, are gone from the list of visitors, or have a longer visit. */
export const selectEndedOverdue = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('alarm_group as g')
    .innerJoin('alarm as m', (join) =>
      join.onRef('m.raised_at', '=', 'g.alarm_raised_at').onRef('m.id', '=', 'g.alarm_id'),
    )
    .where('g.code', '=', code)
    .where('m.status', '<>', 'released')
    .where((group) =>
      group.not(
        group.exists(
          group
            .selectFrom('person_location as l')
            .innerJoin('person as p', 'p.id', 'l.person_id')
            .select('p.id')
            .whereRef('p.id', '=', 'g.subject')
            .where('l.area_id', 'is not', null)
            .where('p.kind', '=', personKindCodes.visitor)
            .where('p.valid_to', '<=', now),
        ),
      ),
    )
    .select(['g.device_id', 'g.subject'])
    .limit(limit)
    .execute()
