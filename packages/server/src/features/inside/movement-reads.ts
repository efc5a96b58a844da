import { locationSources, type Movement } from '@gatehouse/contract/features/inside.ts'
import { presenceDoubts } from '@gatehouse/engine/door/vocabulary.ts'
import type { Db } from '../../db/open-database.ts'
import { groupKindOf } from '../person-groups/person-group-reads.ts'

type Place = { id: string | null; name: string | null; site_id: string | null; site_name: string | null }

const toPlace = ({ id, name, site_id, site_name }: Place) =>
  id !== null && name !== null && site_id !== null && site_name !== null
    ? { area: { id, name }, site: { id: site_id, name: site_name } }
    : null

/** These movements, as far as they and their people still exist. */
export async function readMovements(db: Db, ids: readonly string[]): Promise<Movement[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('movement as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('area as f', 'f.id', 'm.from_area_id')
    .leftJoin('site as fs', 'fs.id', 'f.site_id')
    .leftJoin('area as t', 't.id', 'm.to_area_id')
    .leftJoin('site as ts', 'ts.id', 't.site_id')
    .leftJoin('door as d', 'd.id', 'm.door_id')
    .select(['m.id', 'm.moved_at', 'm.source', 'm.record_id', 'm.doubts', 'd.id as door_id', 'd.name as door_name'])
    .select([
      'p.id as person_id',
      'p.name',
      'p.kind',
      'f.id as from_id',
      'f.name as from_name',
      'fs.id as from_site_id',
    ])
    .select(['fs.name as from_site_name', 't.id as to_id', 't.name as to_name', 'ts.id as to_site_id'])
    .select(['ts.name as to_site_name'])
    .where('m.id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.moved_at,
    person: { id: row.person_id, name: row.name, kind: groupKindOf(row.kind) },
    from: toPlace({ id: row.from_id, name: row.from_name, site_id: row.from_site_id, site_name: row.from_site_name }),
    to: toPlace({ id: row.to_id, name: row.to_name, site_id: row.to_site_id, site_name: row.to_site_name }),
    source: locationSources.find((source) => source === row.source) ?? 'passage',
    door: row.door_id === null || row.door_name === null ? null : { id: row.door_id, name: row.door_name },
    recordId: row.record_id,
    doubts: presenceDoubts.filter((doubt) => row.doubts.includes(doubt)),
  }))
}
