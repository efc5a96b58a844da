import * as contract from '@gatehouse/contract/features/saved-views/saved-views.ts'
import { type App, mount } from '../../http/mount.ts'
import { changeView, createView, listViews, removeView } from './saved-view-service.ts'

export function mountSavedViews(app: App): void {
  mount(app, contract.listSavedViews, (_, ctx) => listViews(ctx))
  mount(app, contract.createSavedView, ({ body }, ctx) => createView(ctx, body))
  mount(app, contract.updateSavedView, ({ params, body }, ctx) => changeView(ctx, params.id, body))
  mount(app, contract.deleteSavedView, async ({ params }, ctx) => {
    await removeView(ctx, params.id)
    return null
  })
}
