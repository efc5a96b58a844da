import { type RawBuilder, sql } from 'kysely'
import type { PeopleMatch } from './match-people-reads.ts'
import { countUpTo, totalOf } from '../db/count-up-to.ts'
import type { Db } from '../db/open-database.ts'

/** The people of a list: from tables of which one is `person p`, in the order of an index. */
export type PeopleList = {
  from: RawBuilder<unknown>
  /** The same for who reads the beginning, when that order is another table's (`personOf`). */
  along?: RawBuilder<unknown>
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/**
 * The person of a row, looked up for each row that is read. The planner takes ids of one kind to lie evenly among all ids,
 * and would walk past those of everybody who came later.
 */
export const personOf = (id: 'm.person_id' | 'b.person_id') =>
  sql`lateral (select * from person where id = ${sql.ref(id)} offset 0) p`

/** The number of people that are examined in the order of the list before the index of words is used. */
export const maxExamined = 4_000

/** `found` of the `seen` at the beginning of a list match; `ids` are those of the page, as far as they are among them. */
export type Beginning = { seen: number; found: number; ids: string[] }

/**
 * A page of the people who match a keyword. The beginning of the list itself is examined first: there a common
 * keyword fills the page, and a short list is complete. A rare keyword is found along the index of words.
 */
export async function findMatches(
  db: Db,
  list: PeopleList,
  match: PeopleMatch,
  { offset = 0, size }: { offset?: number; size: number },
): Promise<Beginning> {
  const { from, along = from, where, order } = list
  const { rows } = await sql<Beginning>`
    with looked as materialized (
      select p.id, ${match.matches} as is_match, row_number() over (order by ${order}) as place
      from ${along} where ${where} order by ${order} limit ${maxExamined})
    select count(*)::int as seen, (count(*) filter (where is_match))::int as found,
      coalesce((array_agg(id order by place) filter (where is_match))[${offset + 1}:${offset + size}], '{}') as ids
    from looked`.execute(db)
  const beginning = rows[0] ?? { seen: 0, found: 0, ids: [] }
  if (beginning.seen < maxExamined || beginning.found >= offset + size) return beginning
  // The steps are separate: the planner, which cannot know how rare a word is, would otherwise scan the whole list.
  const { rows: later } = await sql<{ id: string }>`
    with found as materialized (${match.found}),
    listed as materialized (
      select p.id, row_number() over (order by ${order}) as place from ${from} where ${where} and p.id in (select id from found))
    select id from listed order by place limit ${size} offset ${offset}`.execute(db)
  return { ...beginning, ids: later.map(({ id }) => id) }
}

/**
 * How many people a list has: along its index, or, of a keyword, as many as were found in a list that was examined whole.
 * Undefined: only reading the whole list would tell.
 */
export async function countPeople(db: Db, list: PeopleList, found: Beginning | undefined) {
  if (!found) return countUpTo(db, list)
  return found.seen < maxExamined ? totalOf(found.found) : undefined
}
