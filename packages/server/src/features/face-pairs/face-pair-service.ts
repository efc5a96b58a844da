import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  decideFacePair as decideRoute,
  FacePair,
  listFacePairs as listRoute,
  previewFacePair as previewRoute,
} from '@gatehouse/contract/features/people/face-pairs.ts'
import type { Body, Query, Reply } from '@gatehouse/contract/route.ts'
import { type Ctx, hint, may, nameOfActor } from '../../ctx.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { notifyPeopleChanged } from '../../people/person-actions.ts'
import { lockPerson } from '../../people/person-store.ts'
import { mayChange } from '../../people/visible-person.ts'
import { countWaiting, type Kind, readEntry, readPair, readPairs } from './face-pair-reads.ts'
import { isJoinedElsewhere, lockPair, updateVerdict } from './face-pair-store.ts'

const readers = { staff: 'staff.read', visitor: 'visitor.read', blacklisted: 'blacklist.read' } as const
const kinds: readonly Kind[] = ['staff', 'visitor', 'blacklisted']

const mayReadBoth = (ctx: Ctx, { first, second }: Pick<FacePair, 'first' | 'second'>) =>
  may(ctx, readers[first.kind]) && may(ctx, readers[second.kind])

/** Pairs of which the caller may read both people. */
export async function listPairs(ctx: Ctx, query: Query<typeof listRoute>): Promise<Reply<typeof listRoute>> {
  const visible = kinds.filter((kind) => may(ctx, readers[kind]))
  const offset = Number(decodeCursor(query.after, 'text')?.[0] ?? 0)
  if (!Number.isSafeInteger(offset) || offset < 0) throw new AppError('request.invalid', { fields: 'after' })
  const found = await readPairs(ctx.db, query.state, visible, { offset, size: query.size })
  return {
    items: found.slice(0, query.size),
    next: found.length > query.size ? encodeCursor(String(offset + query.size)) : null,
    waiting: await countWaiting(ctx.db),
  }
}

/** @throws AppError face-pair.not-found */
export async function previewPair(
  ctx: Ctx,
  { firstId, secondId }: Query<typeof previewRoute>,
): Promise<Reply<typeof previewRoute>> {
  const pair = await readPair(ctx.db, firstId, secondId)
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
  const pair = row && (await readPair(ctx.db, firstId, secondId))
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
  const after = await readPair(ctx.db, firstId, secondId)
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
