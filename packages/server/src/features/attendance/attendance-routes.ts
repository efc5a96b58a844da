import { Readable } from 'node:stream'
import { AppError } from '@gatehouse/contract/errors.ts'
import * as contract from '@gatehouse/contract/features/attendance.ts'
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
  mount(app, contract.listAttendanceRules, async (_, ctx) => readRules(ctx.db, await zoneOf(ctx)))
  mount(app, contract.getAttendanceRule, async ({ params }, ctx) => getRule(ctx, params.id))
  mount(app, contract.listRulePeople, async ({ params, query }, ctx) => {
    await getRule(ctx, params.id)
    return readRulePeople(ctx.db, params.id, query)
  })
  mount(app, contract.createAttendanceRule, ({ body }, ctx) => createRule(ctx, body))
  mount(app, contract.updateAttendanceRule, ({ params, body }, ctx) => changeRule(ctx, params.id, body))
  mount(app, contract.deleteAttendanceRule, async ({ params }, ctx) => {
    await removeRule(ctx, params.id)
    return null
  })
  mount(app, contract.previewAttendanceRule, ({ params, body }, ctx) => previewRule(ctx, params.id, body.settings))

  mount(app, contract.listAttendanceAreas, (_, ctx) => readAreas(ctx.db))
  mount(app, contract.createAttendanceArea, ({ body }, ctx) => createArea(ctx, body))
  mount(app, contract.updateAttendanceArea, ({ params, body }, ctx) => changeArea(ctx, params.id, body))
  mount(app, contract.deleteAttendanceArea, async ({ params }, ctx) => {
    await removeArea(ctx, params.id)
    return null
  })

  mount(app, contract.listAttendanceDays, async ({ query }, ctx) => readDayPage(ctx.db, query, await readZones(ctx.db)))
  mount(app, contract.getAttendanceDay, async ({ params }, ctx) =>
    readDay(ctx.db, await readRuleBook(ctx), params, await readZones(ctx.db)),
  )
  mount(app, contract.getAttendanceMonth, async ({ params }, ctx) =>
    readMonth(ctx.db, params.personId, params.month, await readZones(ctx.db)),
  )
  mount(app, contract.attendanceStatistics, ({ query }, ctx) => readStatistics(ctx.db, query))
  mount(app, contract.departmentStatistics, ({ query }, ctx) => readDepartmentStatistics(ctx.db, query))
  mount(app, contract.attendanceSummary, async ({ query }, ctx) => {
    const on = query.on ?? addDays((await readToday(ctx)).today, -1)
    return { on, sum: await readSummary(ctx.db, on) }
  })
  mount(
    app,
    contract.exportAttendance,
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

  mount(app, contract.listPunchRequests, async ({ query }, ctx) => readRequestPage(ctx, query))
  mount(app, contract.addMissedPunch, ({ body }, ctx) => addCorrection(ctx, body))
  mount(app, contract.decidePunchRequest, ({ params, body }, ctx) => decideRequest(ctx, params.id, body))
  mount(app, contract.makePhoneLink, ({ params, body }, ctx) => makeLink(ctx, params.personId, body))
  mount(app, contract.endPhoneLink, async ({ params }, ctx) => {
    await endLink(ctx, params.personId)
    return null
  })
  mount(app, contract.getOwnAttendance, ({ params }, ctx) => readOwn(ctx, params.token))
  mount(app, contract.punchByPhone, ({ params, body }, ctx) => punchFromPhone(ctx, params.token, body))
  mount(app, contract.askForPunch, async ({ params, body }, ctx) => {
    await requestPunch(ctx, params.token, body)
    return null
  })
  mount(app, contract.getAttendanceReport, (_, ctx) => getReport(ctx))
  mount(app, contract.updateAttendanceReport, ({ body }, ctx) => changeReport(ctx, body))
  mount(app, contract.sendAttendanceReport, (_, ctx) => sendReport(ctx))
  mount(app, contract.listMonthLocks, (_, ctx) => selectLocks(ctx.db))
  mount(app, contract.setMonthLock, ({ params, body }, ctx) => lockMonth(ctx, params.month, body.isLocked))
}

async function getRule(ctx: Ctx, id: string) {
  const rule = await readRule(ctx.db, id, await zoneOf(ctx))
  if (!rule) throw new AppError('attendance-rule.not-found')
  return rule
}
