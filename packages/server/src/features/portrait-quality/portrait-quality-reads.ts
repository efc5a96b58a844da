import {
  type PoorPortrait,
  type PortraitFault,
  portraitFaults,
} from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { portraitCheck } from '@gatehouse/contract/features/portraits.ts'
import { type BoundedTotal, maxCounted, maxCountedWaiting } from '@gatehouse/contract/paging.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Db } from '../../db/open-database.ts'

type Kind = PoorPortrait['person']['kind']

export type Choice = {
  kinds: readonly Kind[]
  fault?: PortraitFault | undefined
  groupId?: string | undefined
}

/** Every portrait once: along the index of its fault, or along that of the first ones. */
const choosePoor = (db: Db, { kinds, fault, groupId }: Choice) => {
  const poor = db
    .selectFrom('portrait_fault as x')
    .innerJoin('person_face as f', 'f.image_id', 'x.image_id')
    .innerJoin('person as p', 'p.id', 'f.person_id')
    .where(
      'p.kind',
      'in',
      kinds.map((kind) => personKindCodes[kind]),
    )
  const ofFault = fault === undefined ? poor.where('x.is_first', '=', true) : poor.where('x.reason', '=', fault)
  return groupId === undefined
    ? ofFault
    : ofFault.where((where) =>
        where.exists(
          where
            .selectFrom('group_member as m')
            .select('m.person_id')
            .whereRef('m.person_id', '=', 'p.id')
            .where('m.group_id', '=', groupId),
        ),
      )
}

type Place = { after: { at: string; id: string } | undefined; limit: number; now: string }

/** The statement of one page, the newest portraits first; a test reads its plan. */
export const selectPoor = (db: Db, choice: Choice, { after, limit, now }: Place) => {
  const page = choosePoor(db, choice)
    .innerJoin('face_template as t', 't.image_id', 'x.image_id')
    .leftJoin('portrait_request as r', (join) =>
      join.onRef('r.person_id', '=', 'p.id').on((on) => {
        // The link of a visitor ends with the visit.
        const isThere = on.or([on('p.kind', '<>', personKindCodes.visitor), on('p.valid_to', '>', now)])
        return on.or([on('r.answered_at', 'is not', null), on.and([on('r.expires_at', '>', now), isThere])])
      }),
    )
    .select(['x.image_id', 'x.uploaded_at', 'f.is_main', 'p.id as person_id', 'p.kind', 'p.name'])
    .select(['t.checks', 't.judged_by', 't.judged_at', 't.created_at'])
    .select(['r.asked_by', 'r.asked_at', 'r.answered_at'])
    .orderBy('x.uploaded_at', 'desc')
    .orderBy('x.image_id', 'desc')
    .limit(limit)
  return after === undefined
    ? page
    : page.where((where) => where(where.refTuple('x.uploaded_at', 'x.image_id'), '<', where.tuple(after.at, after.id)))
}

/** One page, the newest portraits first. */
export async function readPoor(db: Db, choice: Choice, place: Place): Promise<PoorPortrait[]> {
  if (choice.kinds.length === 0) return []
  const rows = await selectPoor(db, choice, place).execute()
  const faults = await readFaults(
    db,
    rows.map(({ image_id }) => image_id),
  )
  return rows.map((row) => ({
    id: row.image_id,
    uploadedAt: row.uploaded_at,
    isMain: row.is_main,
    person: { id: row.person_id, kind: kindOf(row.kind), name: row.name },
    faults: faults.get(row.image_id) ?? [],
    checks: portraitCheck
      .array()
      .parse(row.checks)
      .filter(({ passed }) => !passed),
    judgedBy: row.judged_by ?? '',
    judgedAt: row.judged_at ?? row.created_at,
    asked:
      row.asked_by === null || row.asked_at === null
        ? null
        : { by: row.asked_by, at: row.asked_at, answeredAt: row.answered_at },
  }))
}

const kindOf = (code: number): Kind =>
  code === personKindCodes.blacklisted ? 'blacklisted' : code === personKindCodes.visitor ? 'visitor' : 'staff'

/** The faults of these portraits, each in the order in which the checks are made. */
async function readFaults(db: Db, imageIds: readonly string[]): Promise<ReadonlyMap<string, PortraitFault[]>> {
  if (imageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('portrait_fault')
    .select(['image_id', 'reason'])
    .where('image_id', 'in', [...imageIds])
    .execute()
  return new Map(
    imageIds.map((id) => [
      id,
      portraitFaults.filter((fault) => rows.some(({ image_id, reason }) => image_id === id && reason === fault)),
    ]),
  )
}

export async function countPoor(db: Db, choice: Choice): Promise<BoundedTotal> {
  if (choice.kinds.length === 0) return { count: 0, isMore: false }
  const { count } = await db
    .selectFrom(
      choosePoor(db, choice)
        .select('x.image_id')
        .limit(maxCounted + 1)
        .as('poor'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count: Math.min(Number(count), maxCounted), isMore: Number(count) > maxCounted }
}

/** The number of portraits that others judged than `judge`, or nobody, up to a limit. */
export async function countUnjudged(db: Db, judge: string): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('face_template as t')
        .select('t.image_id')
        .where((where) =>
          where.or([
            where('t.judged_by', 'is', null),
            where('t.judged_by', '<', judge),
            where('t.judged_by', '>', judge),
          ]),
        )
        .limit(maxCountedWaiting)
        .as('due'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
