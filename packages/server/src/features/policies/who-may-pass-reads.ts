import { maxFacesShown } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Db } from '../../db/open-database.ts'
import { hasLeftAt, isSuspendedAt } from '../../people/suspension-reads.ts'
import { toPerson } from '../records/find-people-reads.ts'

type Asked = { groupIds: readonly string[]; now: string; isWayOut: boolean }

/** The people of these groups whom nothing of their own keeps back: how many, and the first with a face. */
export async function readPassing(db: Db, { groupIds, now, isWayOut }: Asked) {
  if (groupIds.length === 0) return { count: 0, people: [] }
  const rows = await db
    .selectFrom('person as p')
    .select(['p.id', 'p.name', 'p.kind', 'p.portrait_id'])
    .select(({ fn }) => fn.countAll<number>().over().as('total'))
    .where('p.kind', '<>', personKindCodes.blacklisted)
    .where((person) =>
      person.exists(
        person
          .selectFrom('group_member as m')
          .select('m.group_id')
          .whereRef('m.person_id', '=', 'p.id')
          .where('m.group_id', 'in', [...groupIds]),
      ),
    )
    .where((person) => person.or([person('p.valid_from', 'is', null), person('p.valid_from', '<=', now)]))
    .where((person) => person.or([person('p.valid_to', 'is', null), person('p.valid_to', '>', now)]))
    // People who are suspended or have left may go out, but not come in.
    .$if(!isWayOut, (people) => people.where((person) => person.not(person.or([isSuspendedAt(now), hasLeftAt(now)]))))
    .orderBy((person) => person('p.portrait_id', 'is', null))
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(maxFacesShown)
    .execute()
  return { count: Number(rows[0]?.total ?? 0), people: rows.map(toPerson) }
}
