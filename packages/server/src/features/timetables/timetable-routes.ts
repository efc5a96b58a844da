import * as contract from '@gatehouse/contract/features/timetables.ts'
import { listTimetableLimits } from '@gatehouse/contract/features/timetables/limits.ts'
import { type App, mount } from '../../http/mount.ts'
import { readTimetablePage } from './timetable-reads.ts'
import { changeTimetable, createTimetable, getTimetable, listLimits, removeTimetable } from './timetable-service.ts'

export function mountTimetables(app: App): void {
  mount(app, contract.listTimetables, ({ query }, ctx) => readTimetablePage(ctx.db, query))
  mount(app, listTimetableLimits, ({ query }, ctx) => listLimits(ctx, query))
  mount(app, contract.getTimetable, ({ params }, ctx) => getTimetable(ctx, params.id))
  mount(app, contract.createTimetable, ({ body }, ctx) => createTimetable(ctx, body))
  mount(app, contract.updateTimetable, ({ params, body }, ctx) => changeTimetable(ctx, params.id, body))
  mount(app, contract.deleteTimetable, async ({ params }, ctx) => {
    await removeTimetable(ctx, params.id)
    return null
  })
}
