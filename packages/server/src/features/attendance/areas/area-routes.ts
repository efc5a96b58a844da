import * as contract from '@gatehouse/contract/features/attendance/areas.ts'
import { type App, mount } from '../../../http/mount.ts'
import { changeArea, createArea, removeArea } from './area-service.ts'
import { readAreas } from './area-store.ts'

export function mountAreas(app: App): void {
  mount(app, contract.listAttendanceAreas, (_, ctx) => readAreas(ctx.db))
  mount(app, contract.createAttendanceArea, ({ body }, ctx) => createArea(ctx, body))
  mount(app, contract.updateAttendanceArea, ({ params, body }, ctx) => changeArea(ctx, params.id, body))
  mount(app, contract.deleteAttendanceArea, async ({ params }, ctx) => {
    await removeArea(ctx, params.id)
    return null
  })
}
