import type { EntryRights, FacePair } from '@gatehouse/contract/features/people/face-pairs.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { matchThresholds, scoreOfCosine } from '@gatehouse/face/core/compare-embeddings.ts'
import type { Db } from '../../db/open-database.ts'

export type Kind = FacePair['first']['kind']

const kindOf = (code: number): Kind =>
  code === personKindCodes.blacklisted ? 'blacklisted' : code === personKindCodes.visitor ? 'visitor' : 'staff'

const selectPairs = (db: Db, kinds: readonly Kind[]) => {
  const codes = kinds.map((kind) => personKindCodes[kind])
  return db
    .selectFrom('face_pair as f')
    .innerJoin('person as a', 'a.id', 'f.first_id')
    .innerJoin('person as b', 'b.id', 'f.second_id')
    .select(['f.first_id', 'f.second_id', 'f.cosine', 'f.verdict', 'f.main_id', 'f.decided_by', 'f.decided_at'])
    .select(['a.kind as first_kind', 'a.name as first_name', 'a.portrait_id as first_portrait'])
    .select(['b.kind as second_kind', 'b.name as second_name', 'b.portrait_id as second_portrait'])
    .where('a.kind', 'in', codes)
    .where('b.kind', 'in', codes)
}
type Row = Awaited<ReturnType<ReturnType<typeof selectPairs>['execute']>>[number]

const toPair = (row: Row): FacePair => ({
  first: { id: row.first_id, kind: kindOf(row.first_kind), name: row.first_name, portraitId: row.first_portrait },
  second: { id: row.second_id, kind: kindOf(row.second_kind), name: row.second_name, portraitId: row.second_portrait },
  score: scoreOfCosine(row.cosine),
  isOneFace: row.cosine >= matchThresholds.oneFace,
  verdict: row.verdict,
  mainId: row.main_id,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
})

/** The number of the last pair of a page: pages of open pairs are counted, their order changes with every answer. */
type Place = { offset: number; size: number }

/** The pairs of kinds that the caller may read, one more than asked for; open ones with a blacklisted person first. */
export async function readPairs(db: Db, state: 'open' | 'decided', kinds: readonly Kind[], { offset, size }: Place) {
  if (kinds.length === 0) return []
  const pairs = selectPairs(db, kinds)
    .offset(offset)
    .limit(size + 1)
  const rows = await (
    state === 'decided'
      ? pairs.where('f.decided_at', 'is not', null).orderBy('f.decided_at', 'desc')
      : pairs
          .where('f.verdict', 'is', null)
          .orderBy(
            (order) =>
              order.or([
                order('a.kind', '=', personKindCodes.blacklisted),
                order('b.kind', '=', personKindCodes.blacklisted),
              ]),
            'desc',
          )
          .orderBy('f.cosine', 'desc')
  )
    .orderBy('f.first_id')
    .orderBy('f.second_id')
    .execute()
  return rows.map(toPair)
}

export async function readPair(db: Db, firstId: string, secondId: string): Promise<FacePair | undefined> {
  const row = await selectPairs(db, ['staff', 'visitor', 'blacklisted'])
    .where('f.first_id', 'in', [firstId, secondId])
    .where('f.second_id', 'in', [firstId, secondId])
    .executeTakeFirst()
  return row && toPair(row)
}

const maxCounted = 10_000

export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom(db.selectFrom('face_pair_due').select('person_id').limit(maxCounted).as('due'))
    .select((count) => count.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The rights of an entry at doors. */
export async function readEntry(db: Db, id: string): Promise<EntryRights | undefined> {
  const person = await db
    .selectFrom('person')
    .select(['id', 'kind', 'name', 'portrait_id', 'ic_card', 'pin_sealed', 'valid_from', 'valid_to'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!person) return undefined
  const groups = await db
    .selectFrom('group_member as m')
    .innerJoin('person_group as g', 'g.id', 'm.group_id')
    .select(['g.id', 'g.name'])
    .where('m.person_id', '=', id)
    .orderBy('g.name')
    .execute()
  const portraits = await db.selectFrom('person_face').select('image_id').where('person_id', '=', id).execute()
  return {
    id,
    kind: kindOf(person.kind),
    name: person.name,
    portraitId: person.portrait_id,
    groups,
    hasCard: person.ic_card !== null,
    hasPin: person.pin_sealed !== null,
    portraits: portraits.length,
    validFromAt: person.valid_from,
    validToAt: person.valid_to,
  }
}
