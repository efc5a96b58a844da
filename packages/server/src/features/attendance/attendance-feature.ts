import type { Feature } from '../../feature.ts'
import { mountAreas } from './areas/area-routes.ts'
import { closeDays } from './days/close-days.ts'
import { mountDays } from './days/day-routes.ts'
import { startRecomputeWorker } from './days/process-recompute-queue.ts'
import { mountPunches } from './punches/punch-routes.ts'
import { mailReport } from './reports/report-service.ts'
import { mountReports } from './reports/report-routes.ts'
import { mountRules } from './rules/rule-routes.ts'

export const attendanceFeature: Feature = {
  name: 'attendance',
  mount(app) {
    mountRules(app)
    mountAreas(app)
    mountDays(app)
    mountPunches(app)
    mountReports(app)
  },
  jobs: ({ services }) => [
    { name: 'close-attendance-days', cron: '* * * * *', run: () => closeDays(services) },
    { name: 'mail-attendance-report', cron: '*/10 * * * *', run: () => mailReport(services) },
  ],
  worker: ({ services, disk }) => ({ name: 'attendance', stop: startRecomputeWorker(services, disk).stop }),
}
