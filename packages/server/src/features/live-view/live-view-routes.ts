import { listPassages } from '@gatehouse/contract/features/live-view.ts'
import { type App, mount } from '../../http/mount.ts'
import { readPassages, recordVisibilityOf } from '../records/record-reads.ts'

export function mountLiveView(app: App): void {
  mount(app, listPassages, ({ query }, ctx) => readPassages(ctx.db, query, query.size, recordVisibilityOf(ctx)))
}
