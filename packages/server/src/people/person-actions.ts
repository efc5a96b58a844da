import { type Ctx, hint, type ServerHint } from '../ctx.ts'
import { notePeopleChanged } from '../device-link/outbox/people-changes.ts'
import { lockGroupsShared } from './membership-store.ts'
import { deletePersonRows } from './person-store.ts'
import { dropPortraits } from './portraits/portrait-actions.ts'
import { selectFurtherPortraits } from './portraits/person-portrait-store.ts'
import { selectSentByLink } from './portraits/sent-portrait-store.ts'

/** Notifies every process with a gallery that these people's faces changed. */
const notifyGalleries = (ctx: Ctx, personIds: readonly string[], others: readonly ServerHint[] = []) =>
  hint(ctx, ...personIds.map((id) => ({ to: 'servers', what: 'gallery', id }) as const), ...others)

/**
 * Notes that these people changed: their devices pull them again, and galleries read their faces again. Other hints of the
 * caller go out in the same statement.
 */
export async function notifyPeopleChanged(
  ctx: Ctx,
  personIds: readonly string[],
  ...others: readonly ServerHint[]
): Promise<void> {
  await notePeopleChanged(ctx, personIds)
  await notifyGalleries(ctx, personIds, others)
}

type Deleted = { id: string; portrait_id: string | null; display_portrait_id?: string | null }

/** Deletes these people, whom the caller has locked, with their portraits and embeddings, also those that they sent by a link and that wait. */
export async function deletePeople(ctx: Ctx, people: readonly Deleted[]): Promise<void> {
  const ids = people.map(({ id }) => id)
  await lockGroupsShared(ctx.db, ids)
  // Entries of the same people lose portraits or come back to the devices, and twins are told again by their faces.
  await notePeopleChanged(ctx, ids)
  const further = await selectFurtherPortraits(ctx.db, ids)
  const sent = await selectSentByLink(ctx.db, ids)
  await deletePersonRows(ctx.db, ids)
  await dropPortraits(ctx, [
    ...further,
    ...sent,
    ...people.flatMap((person) => [person.portrait_id ?? [], person.display_portrait_id ?? []].flat()),
  ])
  // A person who was inside is no longer.
  const waits = sent.length > 0 ? [{ to: 'consoles', topic: 'registrations' } as const] : []
  await notifyGalleries(ctx, ids, [{ to: 'consoles', topic: 'inside' }, ...waits])
}
