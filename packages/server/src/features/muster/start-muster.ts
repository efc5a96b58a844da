import { randomUUID } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { MusterStart } from '@gatehouse/contract/features/muster.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { deliverMuster } from '../open-platform/webhooks/webhook-delivery-fragments.ts'
import { noteChange } from './mark-people.ts'
import { findRunning } from './muster-reads.ts'
import { insertEvents, insertMuster, insertPeople, lockMuster, lockPeople, type MusterRow } from './muster-store.ts'
import { type Located, readPointOfArea, selectInside } from './place-reads.ts'
import { lockSiteShared } from './point-store.ts'

type Parts = Pick<Ctx, 'db' | 'clock'>

export type Beginning = { siteId: string; isDrill: boolean; note: string | null; how: MusterStart; by: string }

/** One that ends just now lets the next attempt through. */
const maxAttempts = 3

/**
 * Begins a muster with everybody who is inside, in the caller's transaction. Of two who begin at once, the second is told of the first.
 * @throws AppError site.not-found, muster.running
 */
export async function beginMuster(ctx: Parts, { siteId, isDrill, note, how, by }: Beginning): Promise<string> {
  const site = await lockSiteShared(ctx.db, siteId)
  if (!site) throw new AppError('site.not-found')
  const now = ctx.clock.now().toString()
  for (let attempt = 1; ; attempt++) {
    const inserted = await insertMuster(ctx.db, {
      site_id: siteId,
      site_name: site.name,
      is_drill: isDrill,
      note,
      started_at: now,
      started_by: by,
      started_how: how,
    })
    if (inserted) {
      await insertEvents(ctx.db, [
        { muster_id: inserted.id, id: randomUUID(), kind: 'started', at: now, received_at: now, by },
      ])
      await addMissed(ctx, inserted.id)
      await tellWebhooks(ctx, inserted.id)
      await hint(ctx, { to: 'consoles', topic: 'musters', id: inserted.id })
      return inserted.id
    }
    const running = await findRunning(ctx.db, siteId)
    if (running || attempt === maxAttempts)
      throw new AppError('muster.running', { by: running?.started_by ?? '', id: running?.id ?? null })
  }
}

/** In the transaction that starts or ends the muster. */
export async function tellWebhooks(ctx: Parts, musterId: string): Promise<void> {
  await deliverMuster(ctx.db, musterId, ctx.clock.now().toString()).execute()
  await hint(ctx, { to: 'servers', what: 'webhooks' })
}

/**
 * Adds everybody who is inside and not in the muster. It is called once more after the muster has begun: a person who passed a door while
 * it began is seen neither by its list nor by `followPassages`.
 */
export async function addMissed(ctx: Parts, musterId: string): Promise<void> {
  const muster = await lockMuster(ctx.db, musterId)
  if (!muster?.site_id || muster.ended_at !== null) return
  await insertPeople(ctx.db, await rowsOf(ctx, muster, muster.site_id, await selectInside(ctx.db, muster.site_id)))
  await noteChange(ctx, muster)
}

/** The rows of people who are added to a muster: missing, until somebody marks them. */
export async function rowsOf(ctx: Parts, muster: MusterRow, siteId: string, people: readonly Located[]) {
  const pointOf = await readPointOfArea(ctx.db, siteId)
  const known = await lockPeople(
    ctx.db,
    people.map(({ person_id }) => person_id),
  )
  const there = people.filter(({ person_id }) => known.has(person_id))
  return there.map((person) => {
    const point = pointOf(person.area_id)
    return {
      muster_id: muster.id,
      person_id: person.person_id,
      area_id: person.area_id,
      area_name: person.area_name,
      door_id: person.door_id,
      door_name: person.door_name,
      since: person.since,
      doubts: person.doubts,
      point_id: point?.id ?? null,
      point_name: point?.name ?? null,
      is_latecomer: isLatecomer(muster, person),
      revision: muster.revision + 1,
    }
  })
}

export const isLatecomer = ({ started_at }: MusterRow, { since }: Pick<Located, 'since'>) =>
  Temporal.Instant.compare(Temporal.Instant.from(since), Temporal.Instant.from(started_at)) > 0
