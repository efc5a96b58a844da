import { Readable } from 'node:stream'
import { listAttendanceMonth } from '@gatehouse/contract/features/attendance/days.ts'
import * as contract from '@gatehouse/contract/features/attendance/reports.ts'
import { addDays } from '@gatehouse/engine/calendar/dates.ts'
import { readZones } from '../../../company/company-reads.ts'
import { type App, mount } from '../../../http/mount.ts'
import { readToday } from '../rules/rule-service.ts'
import { attendanceFile } from './attendance-file.ts'
import { readMonthPage } from './month-reads.ts'
import { changeReport, getReport, sendReport } from './report-service.ts'
import { readDepartmentStatistics, readStatistics, readSummary } from './statistics-reads.ts'

export function mountReports(app: App): void {
  mount(app, contract.attendanceStatistics, ({ query }, ctx) => readStatistics(ctx.db, query))
  mount(app, contract.departmentStatistics, ({ query }, ctx) => readDepartmentStatistics(ctx.db, query))
  mount(app, listAttendanceMonth, ({ params, query }, ctx) => readMonthPage(ctx.db, params.month, query))
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
  mount(app, contract.getAttendanceReport, (_, ctx) => getReport(ctx))
  mount(app, contract.updateAttendanceReport, ({ body }, ctx) => changeReport(ctx, body))
  mount(app, contract.sendAttendanceReport, (_, ctx) => sendReport(ctx))
}
