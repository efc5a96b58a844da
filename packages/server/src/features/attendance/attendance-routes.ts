import { Readable } from 'node:stream'
import { AppError } from '@gatehouse/contract/errors.ts'
import * as areas from '@gatehouse/contract/features/attendance/areas.ts'
import * as days from '@gatehouse/contract/features/attendance/days.ts'
import * as punches from '@gatehouse/contract/features/attendance/punches.ts'
import * as reports from '@gatehouse/contract/features/attendance/reports.ts'
import * as rules from '@gatehouse/contract/features/attendance/rules.ts'
import { type App, mount } from '../../http/mount.ts'
import type { Ctx } from '../../ctx.ts'
import { readZones } from '../../company/company-reads.ts'
import { changeArea, createArea, removeArea } from './areas/area-service.ts'
import { readAreas } from './areas/area-store.ts'
import { attendanceFile } from './reports/attendance-file.ts'
import { readDay, readDayPage, readMonth } from './days/day-reads.ts'
import { endLink, makeLink, punchFromPhone, readOwn, requestPunch } from './punches/phone-service.ts'
import { previewRule } from './days/preview-service.ts'
import { addCorrection, decideRequest, lockMonth } from './punches/punch-service.ts'
import { readRequestPage } from './punches/punch-reads.ts'
import { selectLocks } from './punches/punch-store.ts'
import { changeReport, getReport, sendReport } from './reports/report-service.ts'
import { addDays } from './rules/rule-timeline.ts'
import { readRule, readRulePeople, readRules } from './rules/rule-reads.ts'
import { changeRule, createRule, readRuleBook, readToday, removeRule } from './rules/rule-service.ts'
import { readDepartmentStatistics, readStatistics, readSummary } from './days/statistics-reads.ts'

const zoneOf = async (ctx: Ctx) => (await readToday(ctx)).zone

export function mountAttendance(app: App): void {
  mount(app, rules.listAttendanceRules, async (_, ctx) => readRules(ctx.db, await zoneOf(ctx)))
  mount(app, rules.getAttendanceRule, async ({ params }, ctx) => getRule(ctx, params.id))
  mount(app, rules.listRulePeople, async ({ params, query }, ctx) => {
    await getRule(ctx, params.id)
    return readRulePeople(ctx.db, params.id, query)
  })
  mount(app, rules.createAttendanceRule, ({ body }, ctx) => createRule(ctx, body))
  mount(app, rules.updateAttendanceRule, ({ params, body }, ctx) => changeRule(ctx, params.id, body))
  mount(app, rules.deleteAttendanceRule, async ({ params }, ctx) => {
    await removeRule(ctx, params.id)
    return null
  })
  mount(app, rules.previewAttendanceRule, ({ params, body }, ctx) => previewRule(ctx, params.id, body.settings))

  mount(app, areas.listAttendanceAreas, (_, ctx) => readAreas(ctx.db))
  mount(app, areas.createAttendanceArea, ({ body }, ctx) => createArea(ctx, body))
  mount(app, areas.updateAttendanceArea, ({ params, body }, ctx) => changeArea(ctx, params.id, body))
  mount(app, areas.deleteAttendanceArea, async ({ params }, ctx) => {
    await removeArea(ctx, params.id)
    return null
  })

  mount(app, days.listAttendanceDays, async ({ query }, ctx) => readDayPage(ctx.db, query, await readZones(ctx.db)))
  mount(app, days.getAttendanceDay, async ({ params }, ctx) =>
    readDay(ctx.db, await readRuleBook(ctx), params, await readZones(ctx.db)),
  )
  mount(app, days.getAttendanceMonth, async ({ params }, ctx) =>
    readMonth(ctx.db, params.personId, params.month, await readZones(ctx.db)),
  )
  mount(app, reports.attendanceStatistics, ({ query }, ctx) => readStatistics(ctx.db, query))
  mount(app, reports.departmentStatistics, ({ query }, ctx) => readDepartmentStatistics(ctx.db, query))
  mount(app, reports.attendanceSummary, async ({ query }, ctx) => {
    const on = query.on ?? addDays((await readToday(ctx)).today, -1)
    return { on, sum: await readSummary(ctx.db, on) }
  })
  mount(
    app,
    reports.exportAttendance,
    async ({ query, reply, writeAuditEntry }, ctx) => {
      ctx.audit.facts = { filter: query }
      const file = attendanceFile(ctx.db, query, await readZones(ctx.db))
      await writeAuditEntry()
      await reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="attendance-${query.rows}-${query.from}-${query.to}.csv"`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(file))
      return null
    },
    // No transaction stays open while somebody downloads.
    { ownTransaction: true },
  )

  mount(app, punches.listPunchRequests, async ({ query }, ctx) => readRequestPage(ctx, query))
  mount(app, punches.addMissedPunch, ({ body }, ctx) => addCorrection(ctx, body))
  mount(app, punches.decidePunchRequest, ({ params, body }, ctx) => decideRequest(ctx, params.id, body))
  mount(app, punches.makePhoneLink, ({ params, body }, ctx) => makeLink(ctx, params.personId, body))
  mount(app, punches.endPhoneLink, async ({ params }, ctx) => {
    await endLink(ctx, params.personId)
    return null
  })
  mount(app, punches.getOwnAttendance, ({ params }, ctx) => readOwn(ctx, params.token))
  mount(app, punches.punchByPhone, ({ params, body }, ctx) => punchFromPhone(ctx, params.token, body))
  mount(app, punches.askForPunch, async ({ params, body }, ctx) => {
    await requestPunch(ctx, params.token, body)
    return null
  })
  mount(app, reports.getAttendanceReport, (_, ctx) => getReport(ctx))
  mount(app, reports.updateAttendanceReport, ({ body }, ctx) => changeReport(ctx, body))
  mount(app, reports.sendAttendanceReport, (_, ctx) => sendReport(ctx))
  mount(app, days.listMonthLocks, (_, ctx) => selectLocks(ctx.db))
  mount(app, days.setMonthLock, ({ params, body }, ctx) => lockMonth(ctx, params.month, body.isLocked))
}

async function getRule(ctx: Ctx, id: string) {
  const rule = await readRule(ctx.db, id, await zoneOf(ctx))
  if (!rule) throw new AppError('attendance-rule.not-found')
  return rule
}
