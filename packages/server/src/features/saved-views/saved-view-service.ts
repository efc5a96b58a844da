import { AppError } from '@gatehouse/contract/errors.ts'
import {
  maxOwnViews,
  maxSharedViews,
  pagesWithViews,
  type createSavedView,
  type SavedView,
  type updateSavedView,
} from '@gatehouse/contract/features/saved-views/saved-views.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { can } from '@gatehouse/contract/permissions.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { readViews } from './saved-view-reads.ts'
import {
  countOwnViews,
  countSharedViews,
  deleteViewRow,
  findView,
  insertView,
  lockViews,
  updateView,
} from './saved-view-store.ts'

/** Views are a person's: an application has none. */
function askerOf({ actor }: Ctx) {
  if (actor.kind !== 'account') throw new AppError('auth.permission-denied')
  return { accountId: actor.id, role: actor.role, pages: pagesWithViews(actor.role) }
}

export const listViews = (ctx: Ctx): Promise<SavedView[]> => readViews(ctx.db, askerOf(ctx))

/** @throws AppError view.name-taken, view.too-many, view.too-many-shared, view.not-your-page, view.sharing-denied */
export async function createView(ctx: Ctx, input: Body<typeof createSavedView>): Promise<SavedView> {
  const asker = askerOf(ctx)
  ctx.audit.item = input.name
  if (!asker.pages.includes(input.page)) throw new AppError('view.not-your-page')
  await lockViews(ctx.db)
  if ((await countOwnViews(ctx.db, asker.accountId)) >= maxOwnViews) throw new AppError('view.too-many')
  if (input.isShared) await refuseSharing(ctx, input.page)
  const { id } = await insertView(ctx.db, {
    account_id: asker.accountId,
    page: input.page,
    name: input.name,
    query: input.query,
    is_shared: input.isShared,
  })
  return finish(ctx, id)
}

/** @throws AppError view.not-found, view.name-taken, view.too-many-shared, view.sharing-denied */
export async function changeView(ctx: Ctx, id: string, input: Body<typeof updateSavedView>): Promise<SavedView> {
  const { accountId } = askerOf(ctx)
  await lockViews(ctx.db)
  const view = await findView(ctx.db, id)
  if (view?.account_id !== accountId) throw new AppError('view.not-found')
  ctx.audit.item = view.name
  if (input.isShared === true && !view.is_shared) await refuseSharing(ctx, view.page)
  await updateView(ctx.db, id, {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.query === undefined ? {} : { query: input.query }),
    ...(input.isShared === undefined ? {} : { is_shared: input.isShared }),
  })
  const after = await finish(ctx, id)
  ctx.audit.changes = changesBetween(
    { name: view.name, query: view.query, isShared: view.is_shared },
    { name: after.name, query: after.query, isShared: after.isShared },
  )
  return after
}

/** @throws AppError view.not-found */
export async function removeView(ctx: Ctx, id: string): Promise<void> {
  const { accountId, role, pages } = askerOf(ctx)
  const view = await findView(ctx.db, id)
  const isOwn = view?.account_id === accountId
  const isShared = view?.is_shared === true && can(role, 'view.share') && pages.some((page) => page === view.page)
  if (!view || !(isOwn || isShared)) throw new AppError('view.not-found')
  ctx.audit.item = view.name
  await deleteViewRow(ctx.db, id)
  await hint(ctx, { to: 'consoles', topic: 'views' })
}

async function refuseSharing(ctx: Ctx, page: string) {
  if (!can(askerOf(ctx).role, 'view.share')) throw new AppError('view.sharing-denied')
  if ((await countSharedViews(ctx.db, page)) >= maxSharedViews) throw new AppError('view.too-many-shared')
}

async function finish(ctx: Ctx, id: string): Promise<SavedView> {
  // the role may have lost the page since: the view is still the account's own, but shown nowhere
  const [view] = await readViews(ctx.db, { ...askerOf(ctx), id })
  if (!view) throw new AppError('view.not-found')
  await hint(ctx, { to: 'consoles', topic: 'views' })
  return view
}
