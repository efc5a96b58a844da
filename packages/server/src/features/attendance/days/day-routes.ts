import * as contract from '@gatehouse/contract/features/attendance/days.ts'
import { previewAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import { readZones } from '../../../company/company-reads.ts'
import { type App, mount } from '../../../http/mount.ts'
import { readRuleTimeline } from '../rules/rule-service.ts'
import { readDay, readDayPage, readMonth } from './day-reads.ts'
import { lockMonth } from './month-lock-service.ts'
import { selectLocks } from './month-lock-store.ts'
import { previewRule } from './preview-service.ts'

export function mountDays(app: App): void {
  mount(app, contract.listAttendanceDays, async ({ query }, ctx) => readDayPage(ctx.db, query, await readZones(ctx.db)))
  mount(app, contract.getAttendanceDay, async ({ params }, ctx) =>
    readDay(ctx.db, await readRuleTimeline(ctx), params, await readZones(ctx.db)),
  )
  mount(app, contract.getAttendanceMonth, async ({ params }, ctx) =>
    readMonth(ctx.db, params.personId, params.month, await readZones(ctx.db)),
  )
  mount(app, contract.listMonthLocks, (_, ctx) => selectLocks(ctx.db))
  mount(app, contract.setMonthLock, ({ params, body }, ctx) => lockMonth(ctx, params.month, body.isLocked))
  mount(app, previewAttendanceRule, ({ params, body }, ctx) => previewRule(ctx, params.id, body.settings))
}
