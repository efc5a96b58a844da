import { listPoorPortraits } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { type App, mount } from '../../http/mount.ts'
import { listPoor } from './portrait-quality-service.ts'

export function mountPortraitQuality(app: App): void {
  mount(app, listPoorPortraits, ({ query }, ctx) => listPoor(ctx, query))
}
