import type { EntryRights, FacePair } from '@gatehouse/contract/features/people/face-pairs.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { scoreOfCosine } from '@gatehouse/face/core/compare-embeddings.ts'
import type { Db } from '../../db/open-database.ts'

export type Kind = FacePair['first']['kind']

const kindOf = (code: number): Kind =>
  code === personKindCodes.blacklisted ? 'blacklisted' : code === personKindCodes.visitor ? 'visitor' : 'staff'

const selectPairs = (db: Db) =>
  db
    .selectFrom('face_pair as f')
    .innerJoin('person as a', 'a.id', 'f.first_id')
    .innerJoin('person as b', 'b.id', 'f.second_id')
    .select(['f.first_id', 'f.second_id', 'f.cosine', 'f.verdict', 'f.main_id', 'f.decided_by', 'f.decided_at'])
    .select(['a.kind as first_kind', 'a.name as first_name', 'a.portrait_id as first_portrait'])
    .select(['b.kind as second_kind', 'b.name as second_name', 'b.portrait_id as second_portrait'])

/**
 * Selects pairs whose people are both of these kinds. The mask finds them along an index, but it may be old: a person may become of another kind
 * while the pair is found. The people themselves say whose name may be shown.
 */
function selectPairsOf(db: Db, kinds: readonly Kind[]) {
  const codes = kinds.map((kind) => personKindCodes[kind])
  return selectPairs(db)
    .where('f.kinds', 'in', masksOf(kinds))
    .where('a.kind', 'in', codes)
    .where('b.kind', 'in', codes)
}
type Row = Awaited<ReturnType<ReturnType<typeof selectPairs>['execute']>>[number]

/** `oneFace`: that of the recogniser in use. */
const toPair = (row: Row, oneFace: number): FacePair => ({
  first: { id: row.first_id, kind: kindOf(row.first_kind), name: row.first_name, portraitId: row.first_portrait },
  second: { id: row.second_id, kind: kindOf(row.second_kind), name: row.second_name, portraitId: row.second_portrait },
  score: scoreOfCosine(row.cosine),
  isOneFace: row.cosine >= oneFace,
  verdict: row.verdict,
  mainId: row.main_id,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
})

/** The last pair of a page, by what its list is sorted by. */
export type OpenPlace = { hasBlacklisted: boolean; cosine: number; firstId: string; secondId: string }
export type DecidedPlace = { decidedAt: string; firstId: string; secondId: string }

/** Two people of these kinds: what `face_pair.kinds` may be. */
const masksOf = (kinds: readonly Kind[]) =>
  kinds.flatMap((one) => kinds.map((other) => (1 << personKindCodes[one]) | (1 << personKindCodes[other])))

type Page<Place> = { after: Place | undefined; size: number }
type Read<Place> = Page<Place> & { oneFace: number }

/** Open pairs of kinds that the caller may read, those with a blacklisted person first, then the most alike. */
export function selectOpenPairs(db: Db, kinds: readonly Kind[], { after, size }: Page<OpenPlace>) {
  const pairs = selectPairsOf(db, kinds)
    .select('f.has_blacklisted')
    .where('f.verdict', 'is', null)
    .orderBy('f.has_blacklisted', 'desc')
    .orderBy('f.cosine', 'desc')
    .orderBy('f.first_id', 'desc')
    .orderBy('f.second_id', 'desc')
    .limit(size)
  if (!after) return pairs
  const { hasBlacklisted, cosine, firstId, secondId } = after
  return pairs.where(({ eb, refTuple, tuple }) =>
    eb(
      refTuple('f.has_blacklisted', 'f.cosine', 'f.first_id', 'f.second_id'),
      '<',
      tuple(hasBlacklisted, cosine, firstId, secondId),
    ),
  )
}

export async function readOpenPairs(db: Db, kinds: readonly Kind[], { oneFace, ...page }: Read<OpenPlace>) {
  if (kinds.length === 0) return []
  const rows = await selectOpenPairs(db, kinds, page).execute()
  return rows.map((row) => ({
    pair: toPair(row, oneFace),
    place: {
      hasBlacklisted: row.has_blacklisted,
      cosine: row.cosine,
      firstId: row.first_id,
      secondId: row.second_id,
    } satisfies OpenPlace,
  }))
}

/** The pairs about which somebody has decided, the latest first. */
export async function readDecidedPairs(db: Db, kinds: readonly Kind[], { after, size, oneFace }: Read<DecidedPlace>) {
  if (kinds.length === 0) return []
  const pairs = selectPairsOf(db, kinds)
    .where('f.decided_at', 'is not', null)
    .orderBy('f.decided_at', 'desc')
    .orderBy('f.first_id', 'desc')
    .orderBy('f.second_id', 'desc')
    .limit(size)
  const rows = await (
    after
      ? pairs.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('f.decided_at', 'f.first_id', 'f.second_id'),
            '<',
            tuple(after.decidedAt, after.firstId, after.secondId),
          ),
        )
      : pairs
  ).execute()
  return rows.map((row) => ({
    pair: toPair(row, oneFace),
    place: { decidedAt: row.decided_at ?? '', firstId: row.first_id, secondId: row.second_id } satisfies DecidedPlace,
  }))
}

export async function readPair(db: Db, ids: readonly [string, string], oneFace: number): Promise<FacePair | undefined> {
  const row = await selectPairs(db).where('f.first_id', 'in', ids).where('f.second_id', 'in', ids).executeTakeFirst()
  return row && toPair(row, oneFace)
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
