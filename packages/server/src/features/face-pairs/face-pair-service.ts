import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  decideFacePair as decideRoute,
  FacePair,
  listFacePairs as listRoute,
  previewFacePair as previewRoute,
} from '@gatehouse/contract/features/people/face-pairs.ts'
import type { Body, Query, Reply } from '@gatehouse/contract/route.ts'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { type Ctx, hint, may, nameOfActor } from '../../ctx.ts'
import type { Db } from '../../db/open-database.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { notifyPeopleChanged } from '../../people/person-actions.ts'
import { lockPerson } from '../../people/person-store.ts'
import { mayChange } from '../../people/visible-person.ts'
import { countWaiting, type Kind, readDecidedPairs, readEntry, readOpenPairs, readPair } from './face-pair-reads.ts'
import { isJoinedElsewhere, lockPair, updateVerdict } from './face-pair-store.ts'

const readers = { staff: 'staff.read', visitor: 'visitor.read', blacklisted: 'blacklist.read' } as const
const kinds: readonly Kind[] = ['staff', 'visitor', 'blacklisted']

const mayReadBoth = (ctx: Ctx, { first, second }: Pick<FacePair, 'first' | 'second'>) =>
  may(ctx, readers[first.kind]) && may(ctx, readers[second.kind])

/** From this cosine on two people have one face, to the recogniser in use. */
const oneFaceOf = ({ face }: Ctx) => thresholdsOf(face.modelId()).oneFace

/** Pairs of which the caller may read both people. */
export async function listPairs(ctx: Ctx, query: Query<typeof listRoute>): Promise<Reply<typeof listRoute>> {
  const visible = kinds.filter((kind) => may(ctx, readers[kind]))
  const read = query.state === 'open' ? readOpenPage : readDecidedPage
  const found = await read(ctx.db, visible, { after: query.after, size: query.size + 1, oneFace: oneFaceOf(ctx) })
  const last = found.length > query.size ? found[query.size - 1] : undefined
  return {
    items: found.slice(0, query.size).map(({ pair }) => pair),
    next: last ? encodeCursor(...last.cursor) : null,
    waiting: await countWaiting(ctx.db),
  }
}

type Asked = { after: string | undefined; size: number; oneFace: number }

/** @throws AppError request.invalid for a cursor that is not ours */
async function readOpenPage(db: Db, visible: readonly Kind[], { after, size, oneFace }: Asked) {
  const [hasBlacklisted, cosine, firstId = '', secondId = ''] = decodeCursor(after, 'text', 'cosine', 'id', 'id') ?? []
  const place = { hasBlacklisted: hasBlacklisted === 'true', cosine: Math.fround(Number(cosine)), firstId, secondId }
  const found = await readOpenPairs(db, visible, { after: after === undefined ? undefined : place, size, oneFace })
  return found.map(({ pair, place: { hasBlacklisted, cosine, firstId, secondId } }) => ({
    pair,
    cursor: [String(hasBlacklisted), String(cosine), firstId, secondId],
  }))
}

/** @throws AppError request.invalid for a cursor that is not ours */
async function readDecidedPage(db: Db, visible: readonly Kind[], { after, size, oneFace }: Asked) {
  const [decidedAt = '', firstId = '', secondId = ''] = decodeCursor(after, 'instant', 'id', 'id') ?? []
  const place = after === undefined ? undefined : { decidedAt, firstId, secondId }
  const found = await readDecidedPairs(db, visible, { after: place, size, oneFace })
  return found.map(({ pair, place: { decidedAt, firstId, secondId } }) => ({
    pair,
    cursor: [decidedAt, firstId, secondId],
  }))
}

/** @throws AppError face-pair.not-found */
export async function previewPair(
  ctx: Ctx,
  { firstId, secondId }: Query<typeof previewRoute>,
): Promise<Reply<typeof previewRoute>> {
  const pair = await readPair(ctx.db, [firstId, secondId], oneFaceOf(ctx))
  const first = await readEntry(ctx.db, firstId)
  const second = await readEntry(ctx.db, secondId)
  if (!pair || !first || !second || !mayReadBoth(ctx, pair)) throw new AppError('face-pair.not-found')
  const banned = [first, second].filter(({ kind }) => kind === 'blacklisted')
  return { first, second, mustHoldId: banned.length === 1 ? (banned[0]?.id ?? null) : null }
}

/**
 * Says what two people who look alike are. Devices hear of both; the rows of both stay, so that it can be taken back.
 * @throws AppError face-pair.not-found, face-pair.main-missing, face-pair.joined-already, auth.permission-denied
 */
export async function decidePair(ctx: Ctx, input: Body<typeof decideRoute>): Promise<FacePair> {
  const { firstId, secondId, verdict } = input
  for (const id of [firstId, secondId].toSorted()) await lockPerson(ctx.db, id)
  const row = await lockPair(ctx.db, firstId, secondId)
  const pair = row && (await readPair(ctx.db, [firstId, secondId], oneFaceOf(ctx)))
  if (!row || !pair || !mayReadBoth(ctx, pair)) throw new AppError('face-pair.not-found')
  ctx.audit.item = `${pair.first.name}, ${pair.second.name}`
  ctx.audit.personIds = [firstId, secondId]
  for (const { id, kind } of [pair.first, pair.second])
    if (!(await mayChange(ctx, { id, of: kind }))) throw new AppError('auth.permission-denied')
  const mainId = verdict === 'one' ? requireMain(pair, input.mainId) : null
  if (verdict === 'one' && (await isJoinedElsewhere(ctx.db, row))) throw new AppError('face-pair.joined-already')
  ctx.audit.changes = {
    verdict: { from: pair.verdict, to: verdict },
    ...((pair.mainId ?? mainId) !== null && { main: { from: nameOf(pair, pair.mainId), to: nameOf(pair, mainId) } }),
  }
  await updateVerdict(ctx.db, row, {
    verdict,
    main_id: mainId,
    chosen_id: mainId,
    decided_by: verdict === null ? null : nameOfActor(ctx),
    decided_at: verdict === null ? null : ctx.clock.now().toString(),
  })
  await notifyPeopleChanged(ctx, [firstId, secondId])
  for (const topic of ['face-pairs', 'staff', 'visitors', 'blacklist'] as const)
    await hint(ctx, { to: 'consoles', topic })
  const after = await readPair(ctx.db, [firstId, secondId], oneFaceOf(ctx))
  if (!after) throw new AppError('face-pair.not-found')
  return after
}

/** The entry that holds for both; a blacklisted one always does. @throws AppError face-pair.main-missing */
function requireMain({ first, second }: FacePair, mainId: string | null): string {
  const main = [first, second].find(({ id }) => id === mainId)
  const other = main === first ? second : first
  if (!main || (other.kind === 'blacklisted' && main.kind !== 'blacklisted'))
    throw new AppError('face-pair.main-missing')
  return main.id
}

const nameOf = ({ first, second }: FacePair, id: string | null) =>
  [first, second].find((entry) => entry.id === id)?.name ?? null
